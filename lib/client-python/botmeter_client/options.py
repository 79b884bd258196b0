"""The service, and the bot that reports to it."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional, Union
from urllib.parse import quote, urlsplit

SNOWFLAKE = re.compile(r"[1-9][0-9]{16,19}")
_VISIBLE_ASCII = re.compile(r"[\x21-\x7e]+")
#: Letters and marks without a picture; Python itself knows the other invisible characters.
_PRINTED_AS_NOTHING = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10)))


class Options(NamedTuple):
    """``origin`` is for messages; ``root`` is the address without a slash at its end."""

    root: str
    origin: str
    api_key: str
    bot_id: str


def read_options(base_url: object, api_key: object, bot_id: object) -> Union[Options, str]:
    """The options, or what is wrong with them and what to do, in one sentence that never contains the key."""
    api_key, bot_id = _trimmed(api_key), _trimmed(bot_id)
    hidden = _hidden_in("api_key", api_key) or _hidden_in("bot_id", bot_id)
    if hidden is not None:
        return hidden
    if not isinstance(api_key, str) or not _VISIBLE_ASCII.fullmatch(api_key):
        return 'Set api_key to the key of the bot (it starts with "btm_"); it is missing or contains invalid characters.'
    if not isinstance(bot_id, (str, int)) or not SNOWFLAKE.fullmatch(str(bot_id)):
        return "Set bot_id to the id of the bot, a number of 17 to 20 digits."
    address = _address(base_url)
    if address is None:
        return (
            'Set base_url to the address of the service, such as "https://stats.example.org", '
            "without user name and password."
        )
    origin, path = address
    return Options(origin + path, origin, api_key, str(bot_id))


def _trimmed(value: object) -> object:
    # A byte-order mark is no blank for Python, but stands at the start of files that Windows writes.
    return value.strip().strip("\ufeff").strip() if isinstance(value, str) else value


def _hidden_in(name: str, value: object) -> Optional[str]:
    """Names an invisible character, which its reader cannot find, and shows nothing else of the value."""
    for character in value if isinstance(value, str) else "":
        if not character.isprintable() or character in _PRINTED_AS_NOTHING:
            code = f"U+{ord(character):04X}"
            return f"{name} has an invisible character in it ({code}): copy it again, or delete the character."
    return None


def _address(base_url: object) -> Optional["tuple[str, str]"]:
    try:
        url = urlsplit(base_url.strip() if isinstance(base_url, str) else "")
        # Reading the port checks it.
        if url.scheme not in ("http", "https") or not url.hostname or url.port == 0 or "@" in url.netloc:
            return None
        return f"{url.scheme}://{url.netloc}", quote(url.path.rstrip("/"), safe="/%:@!$&'()*+,;=~")
    except ValueError:
        return None
