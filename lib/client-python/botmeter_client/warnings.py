"""Errors that nobody listens to."""

from __future__ import annotations

import re
from typing import Callable, Set

from .error import BotmeterError

#: No faults: nothing needs to be done about them.
_EXPECTED = ("update_too_soon", "stopped")
_WARNINGS_MAX = 50


class Warnings:
    """Writes each distinct error once, for a bot without callbacks: it would never learn that nothing is reported."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._written: Set[str] = set()

    def add(self, error: BotmeterError) -> None:
        """Never raises."""
        # Numbers and times change from one occurrence to the next.
        message = re.sub(r" The next scheduled call is in .*$", "", error.message)
        fault = error.code + re.sub(r"\d+", "0", message)
        if error.code in _EXPECTED or fault in self._written or len(self._written) >= _WARNINGS_MAX:
            return
        self._written.add(fault)
        request = f" (request {error.request_id})" if error.request_id else ""
        try:
            self._write(f"Botmeter: {error.message}{request}")
        except Exception:
            pass
