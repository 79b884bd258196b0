"""What ``start`` takes, and the statistics that it returns."""

from __future__ import annotations

import asyncio
import inspect
import threading
from typing import Any, Awaitable, Callable, Mapping, Optional, Protocol, Union

from .discord_client import PartialShards, is_discord_client, loop_of, measure
from .error import Failure, reason_of
from .stats import Stats, read_stats
from .waiting import Ended, Stop, run_in_thread, run_on_loop

_NOT_A_SOURCE = (
    "start() takes a client of discord.py or nextcord, or a function that returns the statistics. Pass one of them."
)
_NOT_READY = Failure("not_ready", "The source is not ready. Reports wait until it returns its counts.")


class DiscordClient(Protocol):
    """What the clients of discord.py, nextcord and libraries of that shape have."""

    @property
    def guilds(self) -> Any: ...

    def is_ready(self) -> bool: ...

    def is_closed(self) -> bool: ...


Counts = Union[Stats, Mapping[str, int], None]
#: What ``start`` takes.
Startable = Union[DiscordClient, Callable[[], Union[Counts, Awaitable[Counts]]]]


class _StillRunning(Exception):
    pass


class DiscordSource:
    def __init__(self, client: Any) -> None:
        self._client = client

    def loop(self) -> Optional[asyncio.AbstractEventLoop]:
        try:
            return loop_of(self._client)
        except Exception:
            return None

    def read(self, timeout: float, stop: Optional[Stop]) -> Ended:
        loop = self.loop()
        if loop is None or not loop.is_running():
            return Ended("done", None)
        return run_on_loop(loop, lambda: measure(self._client), timeout, stop)


class FunctionSource:
    """Calls a function on the loop that it belongs to, else in a thread."""

    def __init__(self, collect: Callable[[], Any], loop: Optional[asyncio.AbstractEventLoop]) -> None:
        self._collect = collect
        self._loop = loop
        self._running = threading.Lock()

    def loop(self) -> Optional[asyncio.AbstractEventLoop]:
        return self._loop

    def read(self, timeout: float, stop: Optional[Stop]) -> Ended:
        if self._loop is None:
            return run_in_thread(self._call, timeout, stop)
        if not self._loop.is_running():
            return Ended("done", None)
        return run_on_loop(self._loop, self._await, timeout, stop)

    async def _await(self) -> Any:
        returned = self._collect()
        return await returned if inspect.isawaitable(returned) else returned

    def _call(self) -> Any:
        # One that hangs forever must not gather more threads.
        if not self._running.acquire(blocking=False):
            raise _StillRunning
        try:
            returned = self._collect()
        finally:
            self._running.release()
        if inspect.iscoroutine(returned):
            returned.close()
            raise TypeError("an async function needs an event loop: call start() inside it, or pass loop")
        return returned


Source = Union[DiscordSource, FunctionSource]


def open_source(source: Any, loop: Optional[asyncio.AbstractEventLoop]) -> Union[Source, str]:
    """Recognizes a source; returns a string with the reason if it is invalid. Never raises."""
    try:
        if is_discord_client(source):
            return DiscordSource(source)
        collect = source if callable(source) else getattr(source, "collect", None)
        return FunctionSource(collect, loop or _running_loop()) if callable(collect) else _NOT_A_SOURCE
    except Exception:
        return _NOT_A_SOURCE


def collect(source: Source, timeout: float, stop: Optional[Stop] = None) -> Union[Stats, Failure]:
    """Reads the source once, for at most ``timeout`` seconds. Never raises."""
    try:
        how, value = source.read(timeout, stop)
        if how == "done" and value is not None:
            stats = read_stats(value)
            return Failure("invalid_stats", f"{stats} Fix what the source returns.") if isinstance(stats, str) else stats
    except Exception as thrown:
        how, value = "raised", thrown
    if how == "timeout" or isinstance(value, _StillRunning):
        advice = "Check what it waits for, and whether the event loop is blocked."
        return Failure("source_timeout", f"The source returned nothing within {timeout:g} s. {advice}")
    if isinstance(value, PartialShards):
        advice = "Pass a function that sums over all of them, in one process."
        return Failure("invalid_source", f"Nothing was reported because {value}. {advice}")
    # `stop` was called, or the loop ended and cancelled what ran on it: nothing is wrong.
    return Failure("source_failed", f"The source failed ({reason_of(value)}). Fix it.") if how == "raised" else _NOT_READY


def _running_loop() -> Optional[asyncio.AbstractEventLoop]:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
