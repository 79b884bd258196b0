"""The public class."""

from __future__ import annotations

import asyncio
import math
import os
import weakref
from datetime import datetime
from typing import Any, Callable, Dict, Mapping, Optional, TypeVar, Union

from .calls import Calls
from .error import BotmeterError, Call, Failure, Result, reason_of
from .events import Callback, Callbacks, Warnings
from .host import Host
from .options import read_options
from .records import BREAKDOWN, HISTORY, VOTES, Heartbeat, Receipt, Stats, UsageRecord, UserVote, Votes, read_stats
from .report_loop import ReportLoop
from .scheduler import Scheduler
from .service import Question, Service
from .source import Source, Startable, collect, open_source
from .threads import JOBS_MAX

C = TypeVar("C", bound=Callback)
Moment = Union[str, datetime, None]


class BotmeterClient:
    """Reports a bot's statistics at the interval of its plan.

    No method raises, blocks or ends the bot, whatever the service, the source or callbacks do; errors go to the
    callbacks. Requests are made in a thread; the source is read on the bot's event loop.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        bot_id: Union[str, int, None] = None,
        *,
        _host: Optional[Host] = None,
    ) -> None:
        """Never raises: ``on_error`` and the results of calls tell what is wrong with the options."""
        self._host = host = _host or Host()
        self._scheduler = Scheduler(host.random)
        self._worker = host.worker(host.now)
        self._callbacks = Callbacks(host.worker(host.now), self._callback_failed)
        _clients.add(self)
        self._warnings = Warnings(host.warn)
        self._source: Optional[Source] = None
        self._loop: Optional[ReportLoop] = None
        self._calls: Optional[Calls] = None
        self._key = self._bot = ""
        options = read_options(base_url, api_key, bot_id)
        self._options_error = options if isinstance(options, str) else ""
        if not isinstance(options, str):
            self._key, self._bot = options.api_key, f"/bots/{options.bot_id}"
            self._calls = Calls(host, Service(host, options), self._scheduler, self._emit, self._emit_error)

    def on_report(self, callback: C) -> C:
        """Called with the ``Receipt`` of each accepted report. Usable as a decorator, as all of these."""
        return self._on("report", callback)

    def on_refused(self, callback: C) -> C:
        """Called with a ``BotmeterError`` when the service refuses a call (status 400 to 499, API section 5)."""
        return self._on("refused", callback)

    def on_error(self, callback: C) -> C:
        """Called with a ``BotmeterError`` for any other error: network, service, source, options, a callback."""
        return self._on("error", callback)

    def on_quota(self, callback: C) -> C:
        """Called with a ``QuotaChange`` when the status of the quota changes."""
        return self._on("quota", callback)

    def on_plan(self, callback: C) -> C:
        """Called with a ``PlanChange`` when the plan becomes known or changes."""
        return self._on("plan", callback)

    def start(self, source: Startable, *, loop: Optional[asyncio.AbstractEventLoop] = None) -> None:
        """Starts reporting, as often as the plan allows (API section 1), once the source is ready and until ``stop``.

        ``source`` is a client of discord.py or nextcord, before or after it runs, or a function, also an async one, that
        returns ``Stats``, or ``None`` while it is not ready, within 15 s. A function is called on ``loop`` (default: the
        loop that runs now), else in a thread. Replaces an earlier source. A child of ``os.fork()`` reports nothing until
        it calls ``start`` itself: the parent goes on reporting.
        """
        self.stop()
        opened = open_source(source, loop) if self._calls is not None else self._options_error
        if isinstance(opened, str) or self._calls is None:
            code = "invalid_source" if self._calls is not None else "invalid_options"
            self._emit_error(Failure(code, f"Nothing will be reported. {opened}"))
            return
        self._source = opened
        self._loop = ReportLoop(self._host, self._scheduler, self._calls, opened, self._emit_error)
        if not self._worker.follow(self._loop):
            self._emit_error(Failure("internal", "Nothing will be reported: the process can start no more threads."))

    def stop(self) -> None:
        """Stops reporting and gives up a request of the schedule; direct calls complete. Does not wait."""
        if self._loop is not None:
            self._loop.stop.set()
        self._loop = self._source = None
        self._worker.follow(None)

    def _forked(self) -> None:
        """In the child of ``os.fork()``, where the threads of the parent are not, and their locks may be held for ever."""
        self._loop = self._source = None
        self._worker.forked()
        self._callbacks.worker.forked()

    def send_stats(self, stats: Union[Stats, Mapping[str, int], None] = None) -> "Call[Receipt]":
        """Sends one report now: ``stats``, or what the source of ``start`` returns.

        The service may refuse it as too soon (API section 5). The schedule continues from the response.
        """
        if stats is None:
            return self._call(self._send_collected)
        given = read_stats(stats)
        wrong = f"{given} Nothing was sent."
        return self._call(
            lambda calls: calls.report(given) if isinstance(given, Stats) else self._failure("invalid_stats", wrong)
        )

    def get_api_usage(self) -> "Call[UsageRecord]":
        """Reads the usage record (API section 4). Counts as one call of the quota."""
        return self._call(lambda calls: calls.read_usage())

    def heartbeat(self) -> "Call[Heartbeat]":
        """Tells the service that the bot is alive, without a report (API section 8). Never counts."""
        return self._ask("POST", "/heartbeat", {"receivedAt": str})

    def get_history(self, since: Moment = None, until: Moment = None, unit: Optional[str] = None) -> "Call[Dict[str, Any]]":
        """Reads the history (API section 8): ``unit`` is ``report``, ``hour``, ``day`` or ``auto``; times have a zone.

        Without ``since`` and ``until``: the last 24 hours. Counts as one call of the quota.
        """
        query = {"from": _iso(since), "to": _iso(until), "unit": unit}
        return self._ask("GET", f"{self._bot}/history", HISTORY, query=query, is_long=True)

    def get_analytics(self) -> "Call[Dict[str, Any]]":
        """Reads the analytics of the plan (API section 8). Counts as one call of the quota."""
        return self._ask("GET", f"{self._bot}/analytics", {"growth": dict, "coverage": dict}, is_long=True)

    def get_usage_breakdown(self) -> "Call[Dict[str, Any]]":
        """Reads what used the quota, by operation and by key (API section 12). Counts as one call of the quota."""
        return self._ask("GET", "/usage/breakdown", BREAKDOWN, is_long=True)

    def mark(self, text: str, kind: Optional[str] = None, at: Moment = None) -> "Call[Dict[str, Any]]":
        """Marks a moment in the bot's charts (API section 13). Counts as one call of the quota.

        ``kind`` is ``deploy``, ``incident`` or ``note``, the default; ``at`` has a zone, and is now unless given.
        """
        shape = dict.fromkeys(("id", "at", "kind", "text"), str)
        return self._ask("POST", f"{self._bot}/marks", shape, body={"text": str(text), "kind": kind, "at": _iso(at)})

    def pause(self, minutes: int, reason: Optional[str] = None) -> "Call[Dict[str, Any]]":
        """Plans a silence of at most a day from now on, of which nobody is told (API section 13). Never counts."""
        # The service refuses what is no number.
        given = minutes if isinstance(minutes, int) else str(minutes)
        body = {"minutes": given, "reason": None if reason is None else str(reason)}
        return self._ask("POST", f"{self._bot}/pause", {"until": str}, body=body)

    def resume(self) -> "Call[Dict[str, Any]]":
        """Ends a planned silence (API section 13). Never counts."""
        return self._ask("DELETE", f"{self._bot}/pause", {})

    def get_votes(self, limit: Optional[int] = None, cursor: Optional[str] = None) -> "Call[Votes]":
        """Reads the votes that lists reported (API section 10). Counts as one call of the quota.

        ``limit`` is how many recent voters, 10 by default, 50 at most; ``cursor`` is ``nextCursor`` of the page before.
        """
        return self._ask("GET", "/votes", VOTES, query={"limit": limit, "cursor": cursor})

    def has_voted(self, user_id: Union[str, int]) -> "Call[UserVote]":
        """Reads whether a user's vote is good now (API section 10), by their id. Counts as one call of the quota."""
        # The service refuses an empty id: a missing one must not be answered as that of a user.
        given = str(user_id) if isinstance(user_id, (str, int)) else ""
        return self._ask("GET", "/votes", {"voted": bool}, query={"userId": given})

    def __repr__(self) -> str:
        return f"<BotmeterClient {'reporting' if self._loop else 'stopped'}>"

    def _send_collected(self, calls: Calls) -> "Result[Receipt]":
        source = self._source
        if source is None:
            advice = "Call start(source) first, or pass the statistics."
            return self._failure("invalid_source", f"There is no source. {advice}")
        stats = collect(source, self._host.collect_timeout)
        return calls.report(stats) if isinstance(stats, Stats) else Result(error=self._emit_error(stats))

    def _ask(self, method: str, path: str, shape: Mapping[str, Any], **details: Any) -> "Call[Any]":
        return self._call(lambda calls: calls.other(Question(method, path, shape, **details)))

    def _call(self, work: Callable[[Calls], "Result[Any]"]) -> "Call[Any]":
        call: "Call[Any]" = Call()
        calls = self._calls

        def run() -> "Result[Any]":
            return self._failure("invalid_options", self._options_error) if calls is None else work(calls)

        if not self._worker.submit(lambda: call.finish(run, self._internal)):
            busy = f"{JOBS_MAX} calls are running or queued. Await each call before the next."
            call.finish(lambda: self._failure("busy", busy), self._internal)
        return call

    def _on(self, event: str, callback: C) -> C:
        self._callbacks.add(event, callback)
        return callback

    def _emit(self, event: str, payload: Any) -> None:
        source = self._source
        self._callbacks.emit(event, payload, source.loop() if source is not None else None)

    def _failure(self, code: str, message: str) -> "Result[Any]":
        return Result(error=self._emit_error(Failure(code, message)))

    def _internal(self, thrown: BaseException) -> BotmeterError:
        message = f"The call failed inside botmeter-client ({reason_of(thrown)}). Please report this bug."
        return self._emit_error(Failure("internal", message))

    def _callback_failed(self, event: str, thrown: BaseException) -> None:
        if event != "error":
            message = f"Your callback for on_{event} raised ({reason_of(thrown)}). Fix it."
            self._emit_error(Failure("callback_failed", message))

    def _emit_error(self, failure: Failure) -> BotmeterError:
        loop, now = self._loop, self._host.now()
        # The loop waits for a second between calls (report_loop.py).
        wait = None if loop is None else max(1, math.ceil(self._scheduler.next(now).at - now))
        redacted = failure._replace(
            message=self._redact(failure.message),
            request_id=self._redact(failure.request_id),
            service_message=self._redact(failure.service_message),
        )
        error = BotmeterError(redacted, wait)
        event = "refused" if error.status is not None and 400 <= error.status < 500 else "error"
        if not self._callbacks.has(event):
            self._warnings.add(error)
        self._emit(event, error)
        return error

    def _redact(self, text: Optional[str]) -> Any:
        return text.replace(self._key, "[key]") if text and self._key else text


def _after_fork() -> None:
    for client in list(_clients):
        client._forked()


_clients: "weakref.WeakSet[BotmeterClient]" = weakref.WeakSet()
if hasattr(os, "register_at_fork"):  # Not on Windows.
    os.register_at_fork(after_in_child=_after_fork)


def _iso(moment: Moment) -> Optional[str]:
    return moment.isoformat() if isinstance(moment, datetime) else moment
