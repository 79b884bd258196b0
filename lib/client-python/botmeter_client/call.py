"""A call under way."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
from typing import Any, Callable, Generator, Generic, Optional, TypeVar

from .error import BotmeterError, Failure, Result

T = TypeVar("T")


_OF_PARENT: "Result[Any]" = Result(
    error=BotmeterError(Failure("stopped", "The call was begun in the parent of this process. Call again."))
)


class Call(Generic[T]):
    """``await`` it in a coroutine, or use ``result()`` elsewhere, or ignore it. It gives a ``Result`` and never raises."""

    def __init__(self) -> None:
        self._future: "concurrent.futures.Future[Result[T]]" = concurrent.futures.Future()
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
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._wait(timeout)
        if self._future.done():
            return self._future.result()
        return Result(error=BotmeterError(Failure("blocking", "result() would block the event loop. Use await.")))

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

    def _wait(self, timeout: Optional[float]) -> "Result[T]":
        try:
            return self._future.result(timeout)
        except concurrent.futures.TimeoutError:
            return Result(error=BotmeterError(Failure("timeout", f"The call is still running after {timeout:g} s.")))
