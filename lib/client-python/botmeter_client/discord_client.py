"""The totals of a client of discord.py, nextcord or another library of that shape."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Optional

from .stats import Stats


class PartialShards(Exception):
    """This process sees only some of the bot's shards: their sum would be too low."""


def is_discord_client(source: Any) -> bool:
    # Not read here: the loop of another thread may be changing the guilds.
    has = [inspect.getattr_static(source, name, None) is not None for name in ("guilds", "loop")]
    return all(has) and callable(getattr(source, "is_ready", None))


def loop_of(client: Any) -> Optional[asyncio.AbstractEventLoop]:
    """The client's loop; ``None`` before it starts and after it is closed, when discord.py has placeholders there."""
    loop = client.loop
    return loop if isinstance(loop, asyncio.AbstractEventLoop) else None


async def measure(client: Any) -> Optional[Stats]:
    """The sum over all shards; ``None`` until all are ready. Runs on the client's loop, which changes its guilds."""
    if not client.is_ready() or client.is_closed():
        return None
    shard_count = client.shard_count or 1
    # AutoShardedClient has `shard_ids`, empty when it runs all; a Client that is one shard has `shard_id`.
    shard_id = getattr(client, "shard_id", None)
    shard_ids = getattr(client, "shard_ids", None) or ([] if shard_id is None else [shard_id])
    if shard_ids and len(set(shard_ids)) < shard_count:
        raise PartialShards(f"{len(set(shard_ids))} of {shard_count} shards can be reached from this process")
    guilds = client.guilds
    # An unavailable guild has no member count: None, or no such attribute in nextcord.
    users = sum(getattr(guild, "member_count", None) or 0 for guild in guilds)
    return Stats(len(guilds), users, shard_count)
