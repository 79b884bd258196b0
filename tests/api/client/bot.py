"""A bot with an event loop of its own, against the service in BOTMETER_URL. Prints OK, else what went wrong."""

import asyncio
import os
import time
from datetime import datetime, timedelta, timezone

from botmeter_client import BotmeterClient, Stats

OPTIONS = [os.environ[name] for name in ("BOTMETER_URL", "BOTMETER_KEY", "BOTMETER_BOT_ID")]


class Guild:
    member_count = 100


class Client:
    """The shape of an AutoShardedBot of discord.py with two shards."""

    shard_count, shard_ids, guilds = 2, None, [Guild(), Guild()]

    def __init__(self):
        self.loop = asyncio.get_running_loop()

    def is_ready(self):
        return True

    def is_closed(self):
        return False


async def bot():
    heard = asyncio.Queue()
    botmeter = BotmeterClient(*OPTIONS)
    for on in (botmeter.on_report, botmeter.on_plan, botmeter.on_refused, botmeter.on_error):
        on(heard.put_nowait)
    botmeter.start(Client())
    plan = await heard.get()
    assert (plan.name, plan.update_interval_minutes, plan.previous) == ("business", 1, None), plan
    receipt = await heard.get()
    assert [receipt[name] for name in ("serverCount", "userCount", "shardCount")] == [2, 200, 2], receipt
    refused = await botmeter.send_stats({"server_count": 1, "user_count": 1})
    assert (refused.error.code, refused.error.status) == ("update_too_soon", 429), refused
    assert 30 <= refused.error.retry_after_seconds < refused.error.next_call_seconds, vars(refused.error)
    assert await heard.get() is refused.error
    botmeter.stop()

    again = BotmeterClient(*OPTIONS)
    again.on_report(heard.put_nowait), again.on_refused(heard.put_nowait), again.on_plan(heard.put_nowait)
    again.start(lambda: Stats(1, 1))
    await heard.get()
    assert again._loop.due_at() - time.monotonic() > 30, "a restart within the interval waits"
    usage = (await again.get_api_usage()).data
    # Two starts, one report, this read; the refusal does not count.
    assert (usage["usage"]["apiCalls"]["used"], usage["statistics"]["usageHistory"][-1]["rejected"]) == (4, 1), usage
    again.stop()

    assert (await again.heartbeat()).data["receivedAt"]
    history = (await again.get_history(datetime.now(timezone.utc) - timedelta(hours=1), unit="report")).data
    assert [(point["servers"], point["users"]) for point in history["points"]] == [(2, 200)], history
    assert (await again.get_analytics()).data["growth"]["servers"]["current"] == 2
    breakdown = (await again.get_usage_breakdown()).data
    assert {"operation": "breakdown", "calls": 1} in breakdown["operations"], breakdown
    mark = (await again.mark("Version 2.4", "deploy", datetime.now(timezone.utc) - timedelta(minutes=1))).data
    assert (mark["kind"], mark["text"]) == ("deploy", "Version 2.4"), mark
    assert (await again.pause(30, "Moving")).data["until"] > mark["at"]
    assert (await again.resume()).data == {"until": None}
    votes = (await again.get_votes(5)).data
    assert (votes["total"], votes["recentVoters"], len(votes["monthlyHistory"])) == (0, [], 12), votes
    assert (await again.has_voted(160105994217586689)).data == {"voted": False, "votedAt": None, "expiresAt": None}
    refused = (await again.get_history("yesterday")).error
    assert refused.code == "invalid_query" and "from" in refused.message, refused


asyncio.run(bot())
print("OK")
