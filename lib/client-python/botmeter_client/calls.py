"""Makes the calls, and passes each outcome to the scheduler and the callbacks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Optional

from .error import BotmeterError, Failure, Result
from .events import ChangeDetector
from .host import Host
from .limits import Limits
from .records import RECEIPT, TIER, USAGE, Receipt, Stats, UsageRecord, has_shape
from .scheduler import MINUTE, Scheduler, Usage
from .service import Question, Service
from .threads import Stop

#: One or two come from a report by hand or a change of plan.
_TOO_SOON_MAX = 3
_SEVERAL_REPORTERS = (
    "Another process reports for this bot: its reports arrive first. Let one process report, and stop the others."
)

Emit = Callable[[str, Any], None]
EmitError = Callable[[Failure], BotmeterError]


@dataclass(eq=False, repr=False)
class Calls:
    """Runs in one thread: of two simultaneous reports one would be refused."""

    _host: Host
    service: Service
    _scheduler: Scheduler
    _emit: Emit
    _emit_error: EmitError
    _changes: ChangeDetector = field(default_factory=ChangeDetector)
    # Scheduled reports since the last accepted one that came too soon.
    _too_soon_in_a_row: int = 0

    def report(self, stats: Stats, stop: Optional[Stop] = None) -> "Result[Receipt]":
        """API section 3."""
        servers, users, shards = stats
        body = {"botId": self.service.bot_id, "serverCount": servers, "userCount": users, "shardCount": shards}
        outcome = self.service.ask(Question("POST", "/bots/stats", RECEIPT, body=body), stop)
        if outcome.failure is not None:
            return self._failed("report", outcome.failure, outcome.limits, stop is not None)
        data = outcome.data
        self._too_soon_in_a_row = 0
        tier = data.get("tier") if has_shape(data.get("tier"), TIER) else None
        interval = None if tier is None else tier["updateIntervalMinutes"] * MINUTE
        self._scheduler.reported(tier and tier["name"], interval, outcome.limits, self._host.now())
        self._emit("report", data)
        self._emit_quota(outcome.limits)
        return Result(data)

    def read_usage(self, stop: Optional[Stop] = None) -> "Result[UsageRecord]":
        """API section 4. Counts as one call unless the quota is exhausted."""
        outcome = self.service.ask(Question("GET", "/usage", USAGE), stop)
        if outcome.failure is not None:
            return self._failed("usage", outcome.failure, outcome.limits)
        record: UsageRecord = outcome.data
        numbers = record["usage"]
        usage = Usage(
            interval=record["capabilities"]["updateIntervalMinutes"] * MINUTE,
            wait=record["updates"]["minutesUntilNextUpdate"] * MINUTE,
            remaining=numbers["apiCalls"]["remaining"],
            reset_in=numbers["reset"]["inHours"] * 60 * MINUTE,
        )
        self._scheduler.usage_read(record["tier"]["name"], usage, outcome.limits, self._host.now())
        self._emit_if_any("plan", self._changes.plan_of(record))
        self._emit_if_any("quota", self._changes.quota_of_record(record))
        return Result(record)

    def other(self, question: Question) -> "Result[Any]":
        """A call whose failure says nothing about reports; the limits of its response are still news."""
        outcome = self.service.ask(question)
        self._scheduler.learn(outcome.limits, self._host.now())
        self._emit_quota(outcome.limits)
        return Result(outcome.data, outcome.failure and self._emit_error(outcome.failure))

    def _failed(self, call: str, failure: Failure, limits: Limits, is_scheduled: bool = False) -> "Result[Any]":
        if failure.code == "stopped":
            return Result(error=BotmeterError(failure))
        self._scheduler.failed(call, failure, limits, self._host.now())
        if is_scheduled and failure.code == "update_too_soon":
            self._too_soon_in_a_row += 1
            if self._too_soon_in_a_row >= _TOO_SOON_MAX:
                failure = failure._replace(code="several_reporters", message=_SEVERAL_REPORTERS)
        error = self._emit_error(failure)
        self._emit_quota(limits)
        return Result(error=error)

    def _emit_quota(self, limits: Limits) -> None:
        self._emit_if_any("quota", self._changes.quota_of(limits))

    def _emit_if_any(self, event: str, payload: Optional[object]) -> None:
        if payload is not None:
            self._emit(event, payload)
