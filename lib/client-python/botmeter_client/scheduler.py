"""When the next call is due. Pure: the time is an argument, in seconds of a monotonic clock."""

from __future__ import annotations

import math
from typing import Callable, NamedTuple, Optional, Tuple

from .error import Failure
from .limits import Interval, Limits, Quota, bounded

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR

#: The interval until the service sends another: the longest of all plans (API section 1).
_FIRST_INTERVAL = 30 * MINUTE
_BACKOFF_FIRST = 5.0
_BACKOFF_MAX = 15 * MINUTE
#: Retry period after an error that only a person can fix: often enough to notice the fix soon.
_REFUSED_RETRY = HOUR
#: No check is made this close to the reset: it could arrive after the reset and count.
_RESET_NEAR = HOUR
_NOT_READY = 5.0
#: Minimum time between usage reads that only find out the name of a changed plan.
_PLAN_READ = 6 * HOUR


class Next(NamedTuple):
    """The next call, ``report`` or ``usage``, and its time; a past time means now."""

    call: str
    at: float


class Usage(NamedTuple):
    """What a usage record says about the schedule; replaces headers that a proxy has removed."""

    interval: float
    wait: float
    remaining: int
    reset_in: float


class Scheduler:
    """Learns from every outcome, scheduled or direct. Uses durations from the service, never dates."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._interval = _FIRST_INTERVAL
        # None until known: a restart within the interval reads the usage before it reports.
        self._report_at: Optional[float] = None
        self._hold_until = -math.inf
        # When the cycle ends, while the quota is exhausted.
        self._reset_at: Optional[float] = None
        self._checked_at = -math.inf
        self._plan_read_at = -math.inf
        self._plan_stale = True
        self._policy: Optional[Tuple[int, float]] = None
        self._tier: Optional[str] = None
        self._errors = 0

    def next(self, now: float) -> Next:
        hold = self._hold_until
        if self._reset_at is not None:
            # Not counted while the quota is exhausted (API section 2, rule 3), so it is used to notice an upgrade.
            check_at = max(self._checked_at + DAY, hold)
            if check_at + _RESET_NEAR < self._reset_at:
                return Next("usage", check_at)
            return Next("report", max(self._reset_at, hold))
        if self._report_at is None or (self._plan_stale and now >= self._plan_read_at + _PLAN_READ):
            return Next("usage", max(now, hold))
        return Next("report", max(self._report_at, hold))

    def reported(self, tier: Optional[str], interval: Optional[float], limits: Limits, now: float) -> None:
        """An accepted report; ``tier`` and its ``interval`` come from the response (API section 3), if it has them."""
        self._succeeded()
        if interval is not None:
            self._interval = bounded(interval)
        if tier is not None:
            self._plan_stale = self._plan_stale or (self._tier is not None and tier != self._tier)
            self._tier = tier
        self._report_at = now + self._interval + self._jitter()
        self._reset_at = None
        self.learn(limits, now)

    def usage_read(self, tier: str, usage: Usage, limits: Limits, now: float) -> None:
        self._succeeded()
        # The first read after a start does not count as a read for a changed plan.
        if self._plan_stale and self._policy is not None:
            self._plan_read_at = now
        self._plan_stale = False
        self._tier = tier
        self._checked_at = now
        interval = limits.interval or Interval(usage.interval, usage.wait)
        self.learn(Limits(limits.quota or Quota(None, usage.remaining, usage.reset_in), interval), now)

    def failed(self, call: Optional[str], failure: Failure, limits: Optional[Limits], now: float) -> None:
        """A call that was refused or had no valid response, or an error of the source (``call`` is ``None``)."""
        self._errors += 1
        if limits is not None:
            self.learn(limits, now)
        if failure.code == "quota_exceeded":
            reset_in = limits.quota.reset_in if limits and limits.quota else DAY
            self._exhaust(reset_in if failure.retry_after is None else failure.retry_after, now)
            return
        # A usage read that keeps failing must not delay reports.
        if call == "usage":
            self._plan_read_at = now
        # Without rate limit headers only the usage record has the new interval.
        if failure.code == "update_too_soon" and not (limits and limits.interval):
            self._plan_stale = True
        self._hold_until = now + self._delay(failure, limits)

    def not_ready(self, now: float) -> None:
        self._hold_until = now + _NOT_READY

    def learn(self, limits: Limits, now: float) -> None:
        """Takes quota and interval from the headers of any response."""
        quota, interval = limits
        if interval is not None:
            if interval.every is not None:
                self._interval = bounded(interval.every)
            self._report_at = now + (bounded(interval.wait) + self._jitter() if interval.wait > 0 else 0)
        if quota is not None and quota.remaining == 0:
            self._exhaust(quota.reset_in, now)
        elif quota is not None:
            self._reset_at = None
        if interval is None or interval.every is None or quota is None or quota.limit is None:
            return
        policy = (quota.limit, interval.every)
        self._plan_stale = self._plan_stale or self._policy not in (None, policy)
        self._policy = policy

    def _succeeded(self) -> None:
        self._errors = 0
        self._hold_until = -math.inf

    def _exhaust(self, wait: float, now: float) -> None:
        if self._reset_at is None:
            self._checked_at = now
        self._reset_at = max(now + bounded(wait), self._report_at or 0) + self._jitter()

    def _delay(self, failure: Failure, limits: Optional[Limits]) -> float:
        status, retry_after = failure.status, failure.retry_after
        if status == 429:
            known = limits.interval.wait if limits and limits.interval else 0
            wait = (known or self._interval) if retry_after is None else retry_after
            return max(bounded(wait) + self._jitter(), self._backoff(self._errors - 1))
        transient = status is None or status < 400 or status >= 500 or status in (408, 425)
        if not transient or failure.code == "invalid_source":
            return _REFUSED_RETRY
        requested = 0.0 if retry_after is None else min(retry_after, HOUR) + self._jitter()
        return max(self._backoff(self._errors), requested)

    def _backoff(self, errors: int) -> float:
        """Half to all of 5 s, doubled per consecutive error, up to the interval and at most 15 min."""
        if errors <= 0:
            return 0.0
        most = min(max(self._interval, MINUTE), _BACKOFF_MAX)
        return min(_BACKOFF_FIRST * 2.0 ** min(errors - 1, 30), most) * (0.5 + self._random() / 2)

    def _jitter(self) -> float:
        """1 to 5 s: never too early if the two clocks run at different speeds, and not all bots at once."""
        return 1 + self._random() * 4
