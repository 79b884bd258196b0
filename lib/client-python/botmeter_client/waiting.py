"""Work in other threads and on event loops, with an end to each wait."""

from __future__ import annotations

import asyncio
import inspect
import queue
import threading
from typing import Any, Callable, Coroutine, NamedTuple, Optional, Set


class Ended(NamedTuple):
    """``how``: ``done`` (``value`` is the result), ``raised`` (the exception), ``timeout``, ``stopped``, ``cancelled``."""

    how: str
    value: Any = None


_TIMEOUT, _STOPPED, _CANCELLED = Ended("timeout"), Ended("stopped"), Ended("cancelled")


class Stop:
    """Is set once and ends every wait that was given it, at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._boxes: "Set[queue.SimpleQueue[Any]]" = set()
        self.is_set = False

    def set(self) -> None:
        with self._lock:
            self.is_set = True
            boxes = list(self._boxes)
        for box in boxes:
            box.put(_STOPPED)

    def add(self, box: "queue.SimpleQueue[Any]") -> None:
        with self._lock:
            self._boxes.add(box)
            if self.is_set:
                box.put(_STOPPED)

    def remove(self, box: "queue.SimpleQueue[Any]") -> None:
        with self._lock:
            self._boxes.discard(box)


def run_in_thread(work: Callable[[], Any], timeout: float, stop: Optional[Stop] = None) -> Ended:
    """Runs ``work`` in a thread of its own, which is left behind when it takes longer than ``timeout`` seconds."""
    box: "queue.SimpleQueue[Any]" = queue.SimpleQueue()

    def body() -> None:
        try:
            box.put(Ended("done", work()))
        except BaseException as thrown:
            box.put(Ended("raised", thrown))

    try:
        threading.Thread(target=body, name="botmeter-work", daemon=True).start()
    except RuntimeError as thrown:  # No more threads, or the interpreter shuts down.
        return Ended("raised", thrown)
    return _wait(box, timeout, stop)


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
        return _CANCELLED
    box: "queue.SimpleQueue[Any]" = queue.SimpleQueue()
    future.add_done_callback(box.put)
    ended = _wait(box, timeout, stop)
    if ended is not future:
        future.cancel()
        # A loop that ended before it began the work would leave a coroutine that was never awaited.
        if not loop.is_running() and inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
            coroutine.close()
        return ended
    if future.cancelled():
        return _CANCELLED
    thrown = future.exception()
    return Ended("done", future.result()) if thrown is None else Ended("raised", thrown)


def _wait(box: "queue.SimpleQueue[Any]", timeout: float, stop: Optional[Stop]) -> Any:
    if stop is not None:
        stop.add(box)
    try:
        return box.get(timeout=timeout)
    except queue.Empty:
        return _TIMEOUT
    finally:
        if stop is not None:
            stop.remove(box)
