"""The schedule from ``start`` to ``stop``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from .calls import Calls, EmitError
from .error import Failure, reason_of
from .host import Host
from .records import Stats
from .scheduler import Scheduler
from .source import Source, collect
from .threads import Stop

#: Minimum time between calls, whatever a response says.
_STEP_MIN = 1.0
_NOT_READY_EVENT_AFTER = 60.0


@dataclass(eq=False, repr=False)
class ReportLoop:
    """One step at each due time, after which the next time is known."""

    _host: Host
    _scheduler: Scheduler
    _calls: Calls
    _source: Source
    _emit_error: EmitError
    stop: Stop = field(default_factory=Stop)
    _not_before: float = 0.0
    # Usage is read only once the source can report, so a bot in a crash loop uses no calls.
    _has_collected: bool = False
    _not_ready_since: Optional[float] = None
    _is_not_ready_emitted: bool = False

    def due_at(self) -> float:
        """In monotonic seconds of the host; a past time means now."""
        return max(self._scheduler.next(self._host.now()).at, self._not_before)

    def step(self) -> None:
        """Makes the call that is due. Never raises."""
        try:
            self._make(self._scheduler.next(self._host.now()).call)
        except BaseException as thrown:
            message = f"A step failed inside botmeter-client ({reason_of(thrown)}). Please report this bug."
            self._not_collected(Failure("internal", message))
        finally:
            self._not_before = self._host.now() + _STEP_MIN

    def _make(self, call: str) -> None:
        if call == "usage" and self._has_collected:
            self._calls.read_usage(self.stop)
            return
        stats = collect(self._source, self._host.collect_timeout, self.stop)
        if self.stop.is_set:
            return
        if not isinstance(stats, Stats):
            self._not_collected(stats)
            return
        self._has_collected, self._not_ready_since = True, None
        if call == "usage":
            self._calls.read_usage(self.stop)
        else:
            self._calls.report(stats, self.stop)

    def _not_collected(self, failure: Failure) -> None:
        now = self._host.now()
        if failure.code != "not_ready":
            self._scheduler.failed(None, failure, None, now)
            self._emit_error(failure)
            return
        self._scheduler.not_ready(now)
        if self._not_ready_since is None:
            self._not_ready_since = now
            self._is_not_ready_emitted = False
        # A starting bot is not ready for a while, so it gets no event at first.
        if not self._is_not_ready_emitted and now - self._not_ready_since >= _NOT_READY_EVENT_AFTER:
            self._is_not_ready_emitted = True
            self._emit_error(failure)
