"""What ``start`` takes, and the statistics that it returns."""

from __future__ import annotations

import asyncio
import inspect
import threading
from typing import Any, Awaitable, Callable, Mapping, Optional, Protocol, Union

from .error import Failure, reason_of, running_loop
from .records import Stats, read_stats
from .threads import Ended, Stop, run_in_thread, run_on_loop

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


class PartialShards(Exception):
    """This process sees only some of the bot's shards: their sum would be too low."""


class _StillRunning(Exception):
    pass


class DiscordSource:
    """The totals of a client of discord.py, nextcord or another library of that shape."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def loop(self) -> Optional[asyncio.AbstractEventLoop]:
        try:
            loop = self._client.loop
            # Before it starts and after it is closed, discord.py has placeholders there.
            return loop if isinstance(loop, asyncio.AbstractEventLoop) else None
        except Exception:
            return None

    def read(self, timeout: float, stop: Optional[Stop]) -> Ended:
        loop = self.loop()
        if loop is None or not loop.is_running():
            return Ended("done", None)
        return run_on_loop(loop, self._measure, timeout, stop)

    async def _measure(self) -> Optional[Stats]:
        """The sum over all shards; ``None`` until all are ready. Runs on the client's loop, which changes its guilds."""
        if not self._client.is_ready() or self._client.is_closed():
            return None
        shard_count = self._client.shard_count or 1
        # AutoShardedClient has `shard_ids`, empty when it runs all; a Client that is one shard has `shard_id`.
        shard_id = getattr(self._client, "shard_id", None)
        shard_ids = getattr(self._client, "shard_ids", None) or ([] if shard_id is None else [shard_id])
        if shard_ids and len(set(shard_ids)) < shard_count:
            raise PartialShards(f"{len(set(shard_ids))} of {shard_count} shards can be reached from this process")
        guilds = self._client.guilds
        # An unavailable guild has no member count: None, or no such attribute in nextcord.
        users = sum(getattr(guild, "member_count", None) or 0 for guild in guilds)
        return Stats(len(guilds), users, shard_count)


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
        # Not read here: the loop of another thread may be changing the guilds.
        has = [inspect.getattr_static(source, name, None) is not None for name in ("guilds", "loop")]
        if all(has) and callable(getattr(source, "is_ready", None)):
            return DiscordSource(source)
        collect = source if callable(source) else getattr(source, "collect", None)
        return FunctionSource(collect, loop or running_loop()) if callable(collect) else _NOT_A_SOURCE
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
