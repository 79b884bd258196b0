"""What a bot reports, and what the service answers with the names of the API. Times are ISO 8601 UTC by its clock."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, TypedDict, Union

class Stats(NamedTuple):
    """The totals of the whole bot: 0 … 10 000 000 servers, 0 … 10 000 000 000 users, 1 … 100 000 shards."""

    server_count: int
    user_count: int
    shard_count: int = 1


_BOUNDS = {"server_count": (0, 10_000_000), "user_count": (0, 10_000_000_000), "shard_count": (1, 100_000)}


def read_stats(given: object) -> Union[Stats, str]:
    """``given`` is a ``Stats``, or a mapping with the names of its fields. A string says what is wrong with it."""
    if isinstance(given, Stats):
        given = given._asdict()
    if not isinstance(given, Mapping):
        return "The statistics are neither a Stats nor a mapping of server_count and user_count."
    values = {"shard_count": 1, **{name: given[name] for name in _BOUNDS if name in given}}
    wrong = [
        f"{name} must be a whole number from {least} to {most}"
        for name, (least, most) in _BOUNDS.items()
        if not isinstance(values.get(name), int) or isinstance(values[name], bool) or not least <= values[name] <= most
    ]
    return "; ".join(wrong) + "." if wrong else Stats(**values)


#: ``healthy`` below 80 %, ``warning`` from 80 %, ``critical`` from 95 % of the quota (API section 4).
QuotaStatus = Literal["healthy", "warning", "critical"]


Tier = TypedDict("Tier", {"name": str, "displayName": str, "updateIntervalMinutes": int, "features": Dict[str, Any]})
#: ``percentage`` is truncated to 2 decimals; above 100 after a downgrade.
ApiCalls = TypedDict(
    "ApiCalls",
    {"used": int, "limit": int, "remaining": int, "percentage": float, "status": QuotaStatus, "message": str},
)
Reset = TypedDict("Reset", {"at": str, "inDays": int, "inHours": int})
UsageNumbers = TypedDict("UsageNumbers", {"apiCalls": ApiCalls, "reset": Reset})
Capabilities = TypedDict("Capabilities", {"analyticsLevel": str, "historyDays": int, "updateIntervalMinutes": int})
DayOfUse = TypedDict("DayOfUse", {"date": str, "calls": int, "rejected": int})


class Updates(TypedDict):
    interval: str
    lastUpdate: Optional[str]
    nextUpdateAllowedAt: str
    minutesUntilNextUpdate: int
    canUpdateNow: bool


class Statistics(TypedDict):
    avgCallsPerDay: float
    estimatedDaysRemaining: Optional[float]
    usageHistory: List[DayOfUse]


class UsageRecord(TypedDict):
    """API section 4."""

    bot: Dict[str, str]
    tier: Tier
    usage: UsageNumbers
    updates: Updates
    capabilities: Capabilities
    statistics: Statistics
    upgrade: Optional[Dict[str, Any]]


class Receipt(TypedDict):
    """An accepted report, as the service stored it (API section 3)."""

    botId: str
    botName: str
    serverCount: int
    userCount: int
    shardCount: int
    updatedAt: str


#: API section 8.
Heartbeat = TypedDict("Heartbeat", {"receivedAt": str})
MonthOfVotes = TypedDict("MonthOfVotes", {"month": str, "votes": int})
VoteSource = TypedDict("VoteSource", {"name": str, "kind": str, "total": int, "lastVoteAt": Optional[str]})
#: Whether a user's vote is good now; ``None`` without a vote in the last 30 days.
UserVote = TypedDict("UserVote", {"voted": bool, "votedAt": Optional[str], "expiresAt": Optional[str]})


class Vote(TypedDict):
    """A vote of the last 30 days; ``source`` is the name of the list."""

    userId: str
    username: Optional[str]
    source: str
    weight: int
    votedAt: str
    expiresAt: str


class Votes(TypedDict):
    """API section 10. Every number is weighted; days, ISO weeks and months are of UTC; the newest voters first."""

    botId: str
    botName: str
    total: int
    monthly: int
    weekly: int
    today: int
    recentVoters: List[Vote]
    monthlyHistory: List[MonthOfVotes]
    sources: List[VoteSource]
    nextCursor: Optional[str]


def _all(kind: type, names: str) -> Dict[str, Any]:
    return dict.fromkeys(names.split(), kind)


#: The members that the library reads or promises; a response without them is not the service's.
RECEIPT = {**_all(str, "botId botName updatedAt"), **_all(int, "serverCount userCount shardCount")}
TIER = {"name": str, "updateIntervalMinutes": int}
USAGE = {
    "bot": _all(str, "id name"),
    "tier": {"name": str, "displayName": str, "features": dict},
    "usage": {
        "apiCalls": {**_all(int, "used limit remaining percentage"), **_all(str, "status message")},
        "reset": {"at": str, "inDays": int, "inHours": int},
    },
    "updates": {**_all(str, "interval nextUpdateAllowedAt"), "minutesUntilNextUpdate": int, "canUpdateNow": bool},
    "capabilities": {"analyticsLevel": str, "historyDays": int, "updateIntervalMinutes": int},
    "statistics": {"avgCallsPerDay": int, "usageHistory": list},
}
HISTORY = {**_all(str, "from to unit"), **_all(list, "points gaps")}
BREAKDOWN = {"cycle": dict, **_all(list, "operations keys days")}
VOTES = {**_all(int, "total monthly weekly today"), **_all(list, "recentVoters monthlyHistory sources")}


def has_shape(value: object, shape: Mapping[str, Any]) -> bool:
    """Whether ``value`` has all members of ``shape``, each of its type; ``int`` stands for any finite number."""
    if not isinstance(value, dict):
        return False
    return all(
        has_shape(value.get(name), wanted) if isinstance(wanted, dict) else _is(value.get(name), wanted)
        for name, wanted in shape.items()
    )


def _is(value: object, wanted: type) -> bool:
    if wanted is not int:
        return isinstance(value, wanted)
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
