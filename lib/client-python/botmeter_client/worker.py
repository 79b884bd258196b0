"""A thread that makes calls one at a time, and the steps of a schedule when they are due."""

from __future__ import annotations

import threading
from collections import deque
from typing import Callable, Deque, Optional, Protocol

#: The most jobs that may run or wait, for bots that do not await their calls.
JOBS_MAX = 16
#: A longer wait is done in parts: platforms bound it, and a suspended machine must look again.
_WAIT_MAX = 3_600.0


class Schedule(Protocol):
    def due_at(self) -> float: ...

    def step(self) -> None: ...


class Worker:
    """Its thread never keeps the process alive, lives while there is something to do, and survives any exception."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
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

    def forked(self) -> None:
        """In the child of ``os.fork()``, where its thread is not: the jobs and the schedule are those of the parent."""
        self._changed = threading.Condition()
        self._jobs.clear()
        self._is_busy = False
        self._schedule = self._thread = None

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
