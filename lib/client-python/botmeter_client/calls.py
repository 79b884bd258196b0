"""Makes the calls, and passes each outcome to the scheduler and the callbacks."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

from .changes import ChangeDetector
from .error import BotmeterError, Failure, Result
from .host import Host
from .limits import Limits
from .records import TIER, Receipt, UsageRecord, has_shape
from .scheduler import MINUTE, Scheduler, Usage
from .service import Failed, Outcome, Service
from .stats import Stats
from .waiting import Stop

Emit = Callable[[str, Any], None]
EmitError = Callable[[Failure], BotmeterError]


class Calls:
    """Runs in one thread: of two simultaneous reports one would be refused."""

    def __init__(self, host: Host, service: Service, scheduler: Scheduler, emit: Emit, emit_error: EmitError) -> None:
        self._host = host
        self.service = service
        self._scheduler = scheduler
        self._emit = emit
        self._emit_error = emit_error
        self._changes = ChangeDetector()

    def report(self, stats: Stats, stop: Optional[Stop] = None) -> "Result[Receipt]":
        outcome = self.service.report(stats, stop)
        if isinstance(outcome, Failed):
            return self._failed("report", outcome)
        data, limits = outcome
        tier = data.get("tier") if has_shape(data.get("tier"), TIER) else None
        interval = None if tier is None else tier["updateIntervalMinutes"] * MINUTE
        self._scheduler.reported(tier and tier["name"], interval, limits, self._host.now())
        self._emit("report", data)
        self._emit_quota(limits)
        return Result(data)

    def read_usage(self, stop: Optional[Stop] = None) -> "Result[UsageRecord]":
        outcome = self.service.usage(stop)
        if isinstance(outcome, Failed):
            return self._failed("usage", outcome)
        record, limits = outcome
        numbers = record["usage"]
        usage = Usage(
            interval=record["capabilities"]["updateIntervalMinutes"] * MINUTE,
            wait=record["updates"]["minutesUntilNextUpdate"] * MINUTE,
            remaining=numbers["apiCalls"]["remaining"],
            reset_in=numbers["reset"]["inHours"] * 60 * MINUTE,
        )
        self._scheduler.usage_read(record["tier"]["name"], usage, limits, self._host.now())
        self._emit_if_any("plan", self._changes.plan_of(record))
        self._emit_if_any("quota", self._changes.quota_of_record(record))
        return Result(record)

    def other(self, outcome: Outcome) -> "Result[Any]":
        """A call whose failure says nothing about reports; the limits of its response are still news."""
        if outcome.limits is not None:
            self._scheduler.learn(outcome.limits, self._host.now())
            self._emit_quota(outcome.limits)
        if isinstance(outcome, Failed):
            return Result(error=self._emit_error(outcome.failure))
        return Result(outcome.data)

    def _failed(self, call: str, outcome: Failed) -> "Result[Any]":
        failure, limits = outcome
        if failure.code == "stopped":
            return Result(error=BotmeterError(failure))
        self._scheduler.failed(call, failure, limits, self._host.now())
        error = self._emit_error(failure)
        if limits is not None:
            self._emit_quota(limits)
        return Result(error=error)

    def _emit_quota(self, limits: Limits) -> None:
        self._emit_if_any("quota", self._changes.quota_of(limits))

    def _emit_if_any(self, event: str, payload: Union[object, None]) -> None:
        if payload is not None:
            self._emit(event, payload)
