"""The version of the library, which is in the name of its wheel."""

VERSION = "1.5.1"
