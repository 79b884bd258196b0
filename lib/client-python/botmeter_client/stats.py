"""What a bot reports (API section 3)."""

from __future__ import annotations

from typing import Dict, Mapping, NamedTuple, Union


class Stats(NamedTuple):
    """The totals of the whole bot: 0 … 10 000 000 servers, 0 … 10 000 000 000 users, 1 … 100 000 shards."""

    server_count: int
    user_count: int
    shard_count: int = 1


_BOUNDS = {"server_count": (0, 10_000_000), "user_count": (0, 10_000_000_000), "shard_count": (1, 100_000)}


def read_stats(given: object) -> Union[Stats, str]:
    """``given`` is a ``Stats``, or a mapping with the names of its fields. A string says what is wrong with it."""
    values = _values(given)
    if values is None:
        return "The statistics are neither a Stats nor a mapping of server_count and user_count."
    wrong = [
        f"{name} must be a whole number from {least} to {most}"
        for name, (least, most) in _BOUNDS.items()
        if not _is_whole(values.get(name), least, most)
    ]
    return "; ".join(wrong) + "." if wrong else Stats(**values)  # type: ignore[arg-type]


def _values(given: object) -> "Dict[str, object] | None":
    if isinstance(given, Stats):
        return dict(given._asdict())
    if not isinstance(given, Mapping):
        return None
    values = {"shard_count": 1, **{name: given[name] for name in _BOUNDS if name in given}}
    return values


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
