"""The service, and the bot that reports to it."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional, Union
from urllib.parse import quote, urlsplit

SNOWFLAKE = re.compile(r"[1-9][0-9]{16,19}")
_VISIBLE_ASCII = re.compile(r"[\x21-\x7e]+")


class Options(NamedTuple):
    """``origin`` is for messages; ``root`` is the address without a slash at its end."""

    root: str
    origin: str
    api_key: str
    bot_id: str


def read_options(base_url: object, api_key: object, bot_id: object) -> Union[Options, str]:
    """The options, or what is wrong with them and what to do, in one sentence that never contains the key."""
    if not isinstance(api_key, str) or not _VISIBLE_ASCII.fullmatch(api_key.strip()):
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
    return Options(origin + path, origin, api_key.strip(), str(bot_id))


def _address(base_url: object) -> Optional["tuple[str, str]"]:
    try:
        url = urlsplit(base_url.strip() if isinstance(base_url, str) else "")
        # Reading the port checks it.
        if url.scheme not in ("http", "https") or not url.hostname or url.port == 0 or "@" in url.netloc:
            return None
        return f"{url.scheme}://{url.netloc}", quote(url.path.rstrip("/"), safe="/%:@!$&'()*+,;=~")
    except ValueError:
        return None
