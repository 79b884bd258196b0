"""What a call gives: data, or what went wrong and what to do about it."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import Future, TimeoutError
from dataclasses import dataclass
from typing import Any, Callable, Generator, Generic, NamedTuple, Optional, TypeVar

T = TypeVar("T")


class Failure(NamedTuple):
    """The facts of an error. ``code`` is the service's (API section 5) or one of the library's own:

    ``http_error`` (no envelope of the service, for example from a proxy), ``redirected``, ``unexpected_answer``,
    ``network``, ``timeout``, ``invalid_options``, ``invalid_source``, ``invalid_stats``, ``invalid_query``,
    ``source_failed``, ``source_timeout``, ``not_ready``, ``several_reporters`` (another process reports for the bot),
    ``busy`` (16 calls wait), ``blocking`` (``result()`` on an event loop), ``stopped``, ``callback_failed``, ``internal``.
    """

    code: str
    message: str
    status: Optional[int] = None
    request_id: Optional[str] = None
    retry_after: Optional[float] = None
    service_message: Optional[str] = None


class BotmeterError(Exception):
    """What happened and, in ``message``, what to do. Never contains the API key. The library never raises it.

    ``service_message`` is what the service said about the request, ``None`` if it said nothing. ``status`` and
    ``request_id`` are ``None`` without a response, ``retry_after_seconds`` if the service named none, ``next_call_seconds``
    if nothing is scheduled.
    """

    def __init__(self, failure: Failure, next_call_seconds: Optional[int] = None) -> None:
        next_call = "" if next_call_seconds is None else f" The next scheduled call is in {_words(next_call_seconds)}."
        self.message = failure.message + next_call
        super().__init__(self.message)
        self.code = failure.code
        self.status = failure.status
        self.request_id = failure.request_id
        self.retry_after_seconds = failure.retry_after
        self.next_call_seconds = next_call_seconds
        self.service_message = failure.service_message


@dataclass(frozen=True)
class Result(Generic[T]):
    """The outcome of a call: ``data`` if ``ok``, else ``error``."""

    data: Optional[T] = None
    error: Optional[BotmeterError] = None

    @property
    def ok(self) -> bool:
        return self.error is None


def _failed(code: str, message: str) -> "Result[Any]":
    return Result(error=BotmeterError(Failure(code, message)))


_OF_PARENT = _failed("stopped", "The call was begun in the parent of this process. Call again.")


class Call(Generic[T]):
    """``await`` it in a coroutine, or use ``result()`` elsewhere, or ignore it. It gives a ``Result`` and never raises."""

    def __init__(self) -> None:
        self._future: "Future[Result[T]]" = Future()
        # A caller that is cancelled must not cancel the call, which is already on its way.
        self._future.set_running_or_notify_cancel()
        self._process = os.getpid()

    def __await__(self) -> Generator[Any, None, "Result[T]"]:
        if self._is_of_parent():
            return _OF_PARENT
        return (yield from asyncio.wrap_future(self._future).__await__())

    def result(self, timeout: Optional[float] = None) -> "Result[T]":
        """Waits for the outcome, at most ``timeout`` seconds. On an event loop it does not wait, but fails: use await."""
        if self._is_of_parent():
            return _OF_PARENT
        if not self._future.done() and running_loop() is not None:
            return _failed("blocking", "result() would block the event loop. Use await.")
        try:
            return self._future.result(timeout)
        except TimeoutError:
            return _failed("timeout", f"The call is still running after {timeout:g} s.")

    def done(self) -> bool:
        return self._future.done()

    def finish(self, work: Callable[[], "Result[T]"], on_thrown: Callable[[BaseException], BotmeterError]) -> None:
        """For the library: runs ``work`` and gives its outcome."""
        try:
            result = work()
        except BaseException as thrown:
            result = Result(error=on_thrown(thrown))
        self._future.set_result(result)

    def _is_of_parent(self) -> bool:
        """Whether the process was forked while the call was under way: only the parent gets its outcome."""
        return self._process != os.getpid() and not self._future.done()


def running_loop() -> Optional[asyncio.AbstractEventLoop]:
    """The event loop of this thread."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def reason_of(thrown: BaseException) -> str:
    """The message of an exception of other code, at most 200 characters. Never raises."""
    try:
        return (str(thrown) or type(thrown).__name__)[:200]
    except Exception:
        return type(thrown).__name__


def _words(seconds: int) -> str:
    if seconds < 120:
        return f"{seconds} s"
    return f"{round(seconds / 60)} min" if seconds < 7_200 else f"{round(seconds / 3_600)} h"
