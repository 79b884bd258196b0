"""Quota and interval from the headers of each response (API section 6). Durations in seconds, never dates."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from typing import Dict, Mapping, NamedTuple, Optional

#: No plan, cycle or refusal lasts longer; a longer wait is cut.
WAIT_MAX = 31 * 24 * 3_600.0

_WHOLE = re.compile(r"[0-9]{1,15}")


class Quota(NamedTuple):
    limit: Optional[int]
    remaining: int
    reset_in: float


class Interval(NamedTuple):
    every: Optional[float]
    wait: float


class Limits(NamedTuple):
    """``None`` where a header is missing or malformed."""

    quota: Optional[Quota] = None
    interval: Optional[Interval] = None


def read_limits(headers: Mapping[str, str]) -> Limits:
    """Parses ``RateLimit`` and ``RateLimit-Policy``; the names in ``headers`` are in lower case."""
    state = _items(headers.get("ratelimit", ""))
    policy = _items(headers.get("ratelimit-policy", ""))
    quota, interval = state.get("quota", {}), state.get("interval", {})
    every = policy.get("interval", {}).get("w")
    return Limits(
        Quota(policy.get("quota", {}).get("q"), quota["r"], bounded(quota["t"])) if {"r", "t"} <= set(quota) else None,
        Interval(None if every is None else bounded(every), bounded(interval["t"])) if "t" in interval else None,
    )


def read_retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """``Retry-After``: whole seconds, or a date relative to the response's own ``Date``: the host's clock may be wrong."""
    value = headers.get("retry-after", "").strip()
    if _WHOLE.fullmatch(value):
        return bounded(int(value))
    try:
        return bounded((parsedate_to_datetime(value) - parsedate_to_datetime(headers.get("date", ""))).total_seconds())
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def bounded(seconds: float) -> float:
    """0 … 31 days; 0 for what is no number."""
    return min(float(seconds), WAIT_MAX) if seconds >= 0 else 0.0


def _items(field: str) -> Dict[str, Dict[str, int]]:
    """The items of a structured list, ``"name";key=1;key=2, …``, with their whole-number parameters."""
    items: Dict[str, Dict[str, int]] = {}
    for item in field[:1_024].split(","):
        name, *parameters = item.strip().split(";")
        pairs = [parameter.strip().partition("=") for parameter in parameters]
        items[name.strip('"')] = {key: int(value) for key, _, value in pairs if _WHOLE.fullmatch(value)}
    return items
