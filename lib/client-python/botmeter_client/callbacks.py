"""Callbacks of the host: on its event loop while that runs, else in a thread of their own."""

from __future__ import annotations

import asyncio
import inspect
from functools import partial
from typing import Any, Callable, Dict, List, Optional, Set

from .worker import Worker

#: Events that wait for callbacks in a thread; more are dropped, because a callback hangs.
_WAITING_MAX = 256

Callback = Callable[[Any], Any]


class Callbacks:
    """A callback cannot break the others or the schedule: what it raises goes to ``on_thrown``."""

    def __init__(self, worker: Worker, on_thrown: Callable[[str, BaseException], None]) -> None:
        self.worker = worker
        self._on_thrown = on_thrown
        self._callbacks: Dict[str, List[Callback]] = {}
        # The loop alone would let a running task be collected as garbage.
        self._tasks: "Set[asyncio.Future[None]]" = set()

    def add(self, event: str, callback: Callback) -> None:
        self._callbacks[event] = [*self._callbacks.get(event, []), callback]

    def has(self, event: str) -> bool:
        return bool(self._callbacks.get(event))

    def emit(self, event: str, payload: Any, loop: Optional[asyncio.AbstractEventLoop]) -> None:
        for callback in self._callbacks.get(event, []):
            if not self._post(loop, event, callback, payload):
                self.worker.submit(partial(self._run_in_thread, event, callback, payload), _WAITING_MAX)

    def _post(
        self, loop: Optional[asyncio.AbstractEventLoop], event: str, callback: Callback, payload: Any
    ) -> bool:
        if loop is None or not loop.is_running():
            return False
        try:
            loop.call_soon_threadsafe(self._run_on_loop, event, callback, payload)
        except RuntimeError:  # The loop was closed just now.
            return False
        return True

    def _run_on_loop(self, event: str, callback: Callback, payload: Any) -> None:
        try:
            returned = callback(payload)
        except Exception as thrown:
            self._on_thrown(event, thrown)
            return
        if inspect.isawaitable(returned):
            task = asyncio.ensure_future(self._await(event, returned))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _await(self, event: str, returned: Any) -> None:
        try:
            await returned
        except Exception as thrown:
            self._on_thrown(event, thrown)

    def _run_in_thread(self, event: str, callback: Callback, payload: Any) -> None:
        try:
            returned = callback(payload)
            if inspect.iscoroutine(returned):
                returned.close()
                raise TypeError("an async callback needs the bot's event loop to run")
        except BaseException as thrown:
            self._on_thrown(event, thrown)
