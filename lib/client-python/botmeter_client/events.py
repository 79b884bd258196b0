"""What callbacks are told, and where they run: on the bot's event loop while that runs, else in a thread of their own."""

from __future__ import annotations

import asyncio
import inspect
import re
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Callable, Dict, List, Optional, Set

from .error import BotmeterError
from .limits import Limits
from .records import QuotaStatus, UsageRecord
from .threads import Worker


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

    _status: Optional[QuotaStatus] = None
    _plan: Optional[str] = None

    def quota_of(self, limits: Limits) -> Optional[QuotaChange]:
        """Compares the headers of a response; ``None`` if nothing changed or they lack the quota."""
        quota = limits.quota
        if quota is None or not quota.limit:
            return None
        used = max(0, quota.limit - quota.remaining)
        # Whole numbers: 79.999 % is not yet a warning.
        known = [(95, "critical"), (80, "warning"), (0, "healthy")]
        status: Any = next(status for least, status in known if used * 100 >= quota.limit * least)
        return self._quota(status, used * 10_000 // quota.limit / 100, quota.remaining, quota.limit)

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


#: Events that wait for callbacks in a thread; more are dropped, because a callback hangs.
_WAITING_MAX = 256

Callback = Callable[[Any], Any]


@dataclass(eq=False)
class Callbacks:
    """A callback cannot break the others or the schedule: what it raises goes to ``_on_thrown``."""

    worker: Worker
    _on_thrown: Callable[[str, BaseException], None]
    _callbacks: Dict[str, List[Callback]] = field(default_factory=dict)
    # The loop alone would let a running task be collected as garbage.
    _tasks: "Set[asyncio.Future[None]]" = field(default_factory=set)

    def add(self, event: str, callback: Callback) -> None:
        self._callbacks[event] = [*self._callbacks.get(event, []), callback]

    def has(self, event: str) -> bool:
        return bool(self._callbacks.get(event))

    def emit(self, event: str, payload: Any, loop: Optional[asyncio.AbstractEventLoop]) -> None:
        for callback in self._callbacks.get(event, []):
            if loop is not None and loop.is_running():
                try:
                    loop.call_soon_threadsafe(self._run, event, callback, payload, True)
                    continue
                except RuntimeError:  # The loop was closed just now.
                    pass
            self.worker.submit(partial(self._run, event, callback, payload, False), _WAITING_MAX)

    def _run(self, event: str, callback: Callback, payload: Any, has_loop: bool) -> None:
        try:
            returned = callback(payload)
            if has_loop and inspect.isawaitable(returned):
                task = asyncio.ensure_future(self._await(event, returned))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            elif inspect.iscoroutine(returned):
                returned.close()
                raise TypeError("an async callback needs the bot's event loop to run")
        except BaseException as thrown:
            # On its loop a bot may end itself.
            if has_loop and not isinstance(thrown, Exception):
                raise
            self._on_thrown(event, thrown)

    async def _await(self, event: str, returned: Any) -> None:
        try:
            await returned
        except Exception as thrown:
            self._on_thrown(event, thrown)


#: No faults: nothing needs to be done about them.
_EXPECTED = ("update_too_soon", "stopped")
_WARNINGS_MAX = 50


@dataclass(eq=False)
class Warnings:
    """Writes each distinct error once, for a bot without callbacks: it would never learn that nothing is reported."""

    _write: Callable[[str], None]
    _written: Set[str] = field(default_factory=set)

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
