"""Work in other threads and on event loops. No thread keeps the process alive, as those of ThreadPoolExecutor do."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, Callable, Coroutine, Deque, NamedTuple, Optional, Protocol

#: The most jobs that may run or wait, for bots that do not await their calls.
JOBS_MAX = 16
#: A longer wait is done in parts: platforms bound it, and a suspended machine must look again.
_WAIT_MAX = 3_600.0


class Ended(NamedTuple):
    """``how``: ``done`` (``value`` is the result), ``raised`` (the exception), ``timeout``, ``stopped``, ``cancelled``."""

    how: str
    value: Any = None


class Stop:
    """Is set once and ends every wait that was given it, at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.asked: "Future[None]" = Future()

    def set(self) -> None:
        with self._lock:
            if not self.is_set:
                self.asked.set_result(None)

    @property
    def is_set(self) -> bool:
        return self.asked.done()


def run_in_thread(work: Callable[[], Any], timeout: float, stop: Optional[Stop] = None) -> Ended:
    """Runs ``work`` in a thread of its own, which is left behind when it takes longer than ``timeout`` seconds."""
    future: "Future[Any]" = Future()

    def body() -> None:
        try:
            future.set_result(work())
        except BaseException as thrown:
            # Its traceback holds this frame, which holds the future: what the frames opened would stay open.
            future.set_exception(thrown.with_traceback(None))

    try:
        threading.Thread(target=body, name="botmeter-work", daemon=True).start()
    except RuntimeError as thrown:  # No more threads, or the interpreter shuts down.
        return Ended("raised", thrown)
    return _end_of(future, timeout, stop)


def run_on_loop(
    loop: asyncio.AbstractEventLoop,
    work: Callable[[], Coroutine[Any, Any, Any]],
    timeout: float,
    stop: Optional[Stop] = None,
) -> Ended:
    """Runs ``work`` on the loop of another thread; cancels it when it takes longer than ``timeout`` seconds."""
    coroutine = work()
    try:
        future = asyncio.run_coroutine_threadsafe(coroutine, loop)
    except RuntimeError:  # The loop is closed.
        coroutine.close()
        return Ended("cancelled")
    ended = _end_of(future, timeout, stop)
    if ended.how in ("timeout", "stopped"):
        future.cancel()
        # A loop that ended before it began the work would leave a coroutine that was never awaited.
        if not loop.is_running() and inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
            coroutine.close()
    return ended


def _end_of(future: "Future[Any]", timeout: float, stop: Optional[Stop]) -> Ended:
    wait([future] if stop is None else [future, stop.asked], timeout, FIRST_COMPLETED)
    if not future.done():
        return Ended("stopped" if stop is not None and stop.is_set else "timeout")
    if future.cancelled():
        return Ended("cancelled")
    thrown = future.exception()
    return Ended("done", future.result()) if thrown is None else Ended("raised", thrown)


class Schedule(Protocol):
    def due_at(self) -> float: ...

    def step(self) -> None: ...


class Worker:
    """A thread that makes calls one at a time, and the steps of a schedule when they are due.

    It lives while there is something to do, and survives any exception.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.forked()

    def forked(self) -> None:
        """In the child of ``os.fork()``, where its thread is not: the jobs and the schedule are those of the parent."""
        self._changed = threading.Condition()
        self._jobs: Deque[Callable[[], None]] = deque()
        self._is_busy = False
        self._schedule: Optional[Schedule] = None
        self._thread: Optional[threading.Thread] = None

    def submit(self, job: Callable[[], None], jobs_max: int = JOBS_MAX) -> bool:
        """``False`` if ``jobs_max`` jobs run or wait, or there can be no more threads."""
        with self._changed:
            if len(self._jobs) + self._is_busy >= jobs_max:
                return False
            self._jobs.append(job)
            if self._wake():
                return True
            self._jobs.pop()
            return False

    def follow(self, schedule: Optional[Schedule]) -> bool:
        """Replaces the schedule; ``False`` if there can be no more threads."""
        with self._changed:
            self._schedule = schedule
            return self._wake()

    def _wake(self) -> bool:
        self._changed.notify_all()
        if self._thread is None and (self._jobs or self._schedule is not None):
            thread = threading.Thread(target=self._run, name="botmeter", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                return False
            self._thread = thread
        return True

    def _run(self) -> None:
        while True:
            with self._changed:
                self._is_busy = False
                job = self._next()
                while job is None:
                    if self._schedule is None:
                        self._thread = None
                        return
                    self._changed.wait(min(max(self._schedule.due_at() - self._now(), 0.0), _WAIT_MAX))
                    job = self._next()
                self._is_busy = True
            try:
                job()
            except BaseException:
                # Jobs and steps report their own errors; nothing may end this thread.
                pass

    def _next(self) -> Optional[Callable[[], None]]:
        if self._jobs:
            return self._jobs.popleft()
        schedule = self._schedule
        return schedule.step if schedule is not None and schedule.due_at() <= self._now() else None
