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

#: One or two come from a report by hand or a change of plan.
_TOO_SOON_MAX = 3
_SEVERAL_REPORTERS = (
    "Another process reports for this bot: its reports arrive first. Let one process report, and stop the others."
)

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
        # Scheduled reports since the last accepted one that came too soon.
        self._too_soon_in_a_row = 0

    def report(self, stats: Stats, stop: Optional[Stop] = None) -> "Result[Receipt]":
        outcome = self.service.report(stats, stop)
        if isinstance(outcome, Failed):
            return self._failed("report", outcome, stop is not None)
        self._too_soon_in_a_row = 0
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

    def _failed(self, call: str, outcome: Failed, is_scheduled: bool = False) -> "Result[Any]":
        failure, limits = outcome
        if failure.code == "stopped":
            return Result(error=BotmeterError(failure))
        self._scheduler.failed(call, failure, limits, self._host.now())
        if is_scheduled and failure.code == "update_too_soon":
            self._too_soon_in_a_row += 1
            if self._too_soon_in_a_row >= _TOO_SOON_MAX:
                failure = failure._replace(code="several_reporters", message=_SEVERAL_REPORTERS)
        error = self._emit_error(failure)
        if limits is not None:
            self._emit_quota(limits)
        return Result(error=error)

    def _emit_quota(self, limits: Limits) -> None:
        self._emit_if_any("quota", self._changes.quota_of(limits))

    def _emit_if_any(self, event: str, payload: Union[object, None]) -> None:
        if payload is not None:
            self._emit(event, payload)
