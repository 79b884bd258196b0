"""Changes of quota status and plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .limits import Limits
from .records import QuotaStatus, UsageRecord


@dataclass(frozen=True)
class QuotaChange:
    """The status of the quota changed (API section 4): ``healthy``, ``warning`` from 80 %, ``critical`` from 95 %.

    ``percentage`` is truncated to 2 decimals; above 100 only if a usage record says so. ``previous`` is ``None`` if this
    is the first known status and it is not ``healthy``.
    """

    status: QuotaStatus
    previous: Optional[QuotaStatus]
    percentage: float
    remaining: int
    limit: int


@dataclass(frozen=True)
class PlanChange:
    """The plan became known (``previous`` is ``None``) or changed (API section 1)."""

    name: str
    display_name: str
    update_interval_minutes: int
    calls_per_cycle: int
    previous: Optional[str]


class ChangeDetector:
    """Remembers the last status and plan."""

    def __init__(self) -> None:
        self._status: Optional[QuotaStatus] = None
        self._plan: Optional[str] = None

    def quota_of(self, limits: Limits) -> Optional[QuotaChange]:
        """Compares the headers of a response; ``None`` if nothing changed or they lack the quota."""
        quota = limits.quota
        if quota is None or not quota.limit:
            return None
        used = max(0, quota.limit - quota.remaining)
        return self._quota(_status(used, quota.limit), used * 10_000 // quota.limit / 100, quota.remaining, quota.limit)

    def quota_of_record(self, record: UsageRecord) -> Optional[QuotaChange]:
        calls = record["usage"]["apiCalls"]
        return self._quota(calls["status"], calls["percentage"], calls["remaining"], calls["limit"])

    def plan_of(self, record: UsageRecord) -> Optional[PlanChange]:
        tier, previous = record["tier"], self._plan
        if previous == tier["name"]:
            return None
        self._plan = tier["name"]
        minutes = record["capabilities"]["updateIntervalMinutes"]
        return PlanChange(tier["name"], tier["displayName"], minutes, record["usage"]["apiCalls"]["limit"], previous)

    def _quota(self, status: QuotaStatus, percentage: float, remaining: int, limit: int) -> Optional[QuotaChange]:
        previous, self._status = self._status, status
        if status == previous or (previous is None and status == "healthy"):
            return None
        return QuotaChange(status, previous, percentage, remaining, limit)


def _status(used: int, limit: int) -> QuotaStatus:
    """Compares whole numbers: 79.999 % is not yet ``warning``."""
    if used * 100 >= limit * 95:
        return "critical"
    return "warning" if used * 100 >= limit * 80 else "healthy"
