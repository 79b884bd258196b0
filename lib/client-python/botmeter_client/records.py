"""What the service answers, with the names of the API. Times are ISO 8601 UTC by the clock of the service."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Literal, Mapping, Optional, TypedDict

#: ``healthy`` below 80 %, ``warning`` from 80 %, ``critical`` from 95 % of the quota (API section 4).
QuotaStatus = Literal["healthy", "warning", "critical"]


class Tier(TypedDict):
    name: str
    displayName: str
    updateIntervalMinutes: int
    features: Dict[str, Any]


class ApiCalls(TypedDict):
    """``percentage`` is truncated to 2 decimals; above 100 after a downgrade."""

    used: int
    limit: int
    remaining: int
    percentage: float
    status: QuotaStatus
    message: str


class Reset(TypedDict):
    at: str
    inDays: int
    inHours: int


class UsageNumbers(TypedDict):
    apiCalls: ApiCalls
    reset: Reset


class Updates(TypedDict):
    interval: str
    lastUpdate: Optional[str]
    nextUpdateAllowedAt: str
    minutesUntilNextUpdate: int
    canUpdateNow: bool


class Capabilities(TypedDict):
    analyticsLevel: str
    historyDays: int
    updateIntervalMinutes: int


class DayOfUse(TypedDict):
    date: str
    calls: int
    rejected: int


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


class Heartbeat(TypedDict):
    """API section 8."""

    receivedAt: str


class Vote(TypedDict):
    """A vote of the last 30 days; ``source`` is the name of the list."""

    userId: str
    username: Optional[str]
    source: str
    weight: int
    votedAt: str
    expiresAt: str


class MonthOfVotes(TypedDict):
    month: str
    votes: int


class VoteSource(TypedDict):
    name: str
    kind: str
    total: int
    lastVoteAt: Optional[str]


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


class UserVote(TypedDict):
    """Whether a user's vote is good now; ``None`` without a vote in the last 30 days."""

    voted: bool
    votedAt: Optional[str]
    expiresAt: Optional[str]


#: The members that the library reads or promises; a response without them is not the service's.
USAGE: Mapping[str, Any] = {
    "bot": {"id": str, "name": str},
    "tier": {"name": str, "displayName": str, "features": dict},
    "usage": {
        "apiCalls": {"used": int, "limit": int, "remaining": int, "percentage": float, "status": str, "message": str},
        "reset": {"at": str, "inDays": int, "inHours": int},
    },
    "updates": {"interval": str, "nextUpdateAllowedAt": str, "minutesUntilNextUpdate": int, "canUpdateNow": bool},
    "capabilities": {"analyticsLevel": str, "historyDays": int, "updateIntervalMinutes": int},
    "statistics": {"avgCallsPerDay": float, "usageHistory": list},
}
RECEIPT: Mapping[str, Any] = {
    "botId": str,
    "botName": str,
    "serverCount": int,
    "userCount": int,
    "shardCount": int,
    "updatedAt": str,
}
TIER: Mapping[str, Any] = {"name": str, "updateIntervalMinutes": int}
HEARTBEAT: Mapping[str, Any] = {"receivedAt": str}
VOTES: Mapping[str, Any] = {
    **dict.fromkeys(("total", "monthly", "weekly", "today"), int),
    **dict.fromkeys(("recentVoters", "monthlyHistory", "sources"), list),
}
USER_VOTE: Mapping[str, Any] = {"voted": bool}


def has_shape(value: object, shape: Mapping[str, Any]) -> bool:
    """Whether ``value`` has all members of ``shape``, each of its type. Numbers are finite."""
    if not isinstance(value, dict):
        return False
    return all(
        has_shape(value.get(name), wanted) if isinstance(wanted, dict) else _is(value.get(name), wanted)
        for name, wanted in shape.items()
    )


def _is(value: object, wanted: type) -> bool:
    if wanted not in (int, float):
        return isinstance(value, wanted)
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
