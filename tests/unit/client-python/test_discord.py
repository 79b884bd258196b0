"""Clients of the shapes of discord.py 2 and nextcord 2/3 on real event loops."""

import asyncio
import inspect
import threading
import time
import unittest

from botmeter_client import BotmeterClient, Stats
from botmeter_client.host import Host
from botmeter_client.source import collect, open_source
from botmeter_client.threads import run_on_loop

from support import BOT_ID, KEY, Clock, SimulatedService


class LoopSentinel:
    """What discord.py has for a loop before it runs."""

    def __getattr__(self, name):
        raise AttributeError("loop attribute cannot be accessed in non-async contexts.")


class Guild:
    def __init__(self, member_count):
        self.member_count = member_count


class UnavailableGuild:
    """In nextcord; in discord.py its member_count is None."""


class FakeClient:
    shard_id = shard_count = None

    def __init__(self, guilds=(), **attributes):
        self.loop, self.ready, self.closed, self.read_by = LoopSentinel(), True, False, []
        self._guilds = guilds
        self.__dict__.update(attributes)

    def is_ready(self):
        return self.ready

    def is_closed(self):
        return self.closed

    @property
    def guilds(self):
        self.read_by.append(threading.current_thread())
        return list(self._guilds)


GUILDS = [Guild(100), Guild(73), Guild(None), UnavailableGuild()]


class Discord(unittest.TestCase):
    def setUp(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.addCleanup(self.end)

    def end(self):
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join(10)
            self.loop.close()

    def read(self, client, timeout=10.0):
        return collect(open_source(client, None), timeout)

    def test_the_sum_of_all_guilds_is_read_on_the_loop_of_the_bot(self):
        for attributes, shard_count in (
            ({}, 1),
            ({"shard_count": 3, "shard_ids": None}, 3),
            ({"shard_count": 2, "shard_ids": [0, 1]}, 2),
            ({"shard_count": 1, "shard_id": 0}, 1),
        ):
            client = FakeClient(GUILDS, loop=self.loop, **attributes)
            self.assertEqual(self.read(client), Stats(4, 173, shard_count))
            self.assertEqual(client.read_by, [self.thread])

    def test_a_process_with_some_of_the_shards_reports_nothing(self):
        for attributes in ({"shard_count": 4, "shard_ids": [0, 1]}, {"shard_count": 2, "shard_id": 0}):
            failure = self.read(FakeClient(GUILDS, loop=self.loop, **attributes))
            self.assertEqual(failure.code, "invalid_source")
            self.assertRegex(failure.message, "[12] of [24] shards")

    def test_one_that_has_not_started_is_not_ready_or_is_closed_is_waited_for(self):
        placeholder = type("Missing", (), {"__eq__": lambda *_: False, "__bool__": lambda _: False})()
        idle = asyncio.new_event_loop()
        self.addCleanup(idle.close)
        for attributes in ({}, {"loop": placeholder}, {"loop": idle}, {"ready": False}, {"closed": True}):
            client = FakeClient(GUILDS, **{"loop": LoopSentinel() if not attributes else self.loop, **attributes})
            self.assertEqual(self.read(client).code, "not_ready")
        self.end()
        self.assertEqual(self.read(FakeClient(GUILDS, loop=self.loop)).code, "not_ready")

    def test_a_blocked_loop_times_out_and_one_that_ends_before_the_read_leaves_no_coroutine(self):
        blocked = threading.Event()
        self.addCleanup(blocked.set)
        self.loop.call_soon_threadsafe(blocked.wait)
        self.assertEqual(self.read(FakeClient(GUILDS, loop=self.loop), 0.05).code, "source_timeout")
        ending = type("EndingLoop", (asyncio.AbstractEventLoop,), {})()
        ending.is_running = ending.call_soon_threadsafe = lambda *_: False
        read = asyncio.sleep(0)
        self.assertEqual(run_on_loop(ending, lambda: read, 0.01).how, "timeout")
        self.assertEqual(inspect.getcoroutinestate(read), inspect.CORO_CLOSED)

    def test_from_start_to_the_report_with_callbacks_on_the_loop(self):
        client = FakeClient(GUILDS)
        service = SimulatedService(Clock(), "business")
        botmeter = BotmeterClient("http://service.test", KEY, BOT_ID, _host=Host(send=service.send, random=lambda: 0.0))
        heard = []

        @botmeter.on_report
        async def reported(receipt):
            await asyncio.sleep(0)
            heard.append((receipt["serverCount"], threading.current_thread()))
            raise ValueError("boom")

        botmeter.on_error(lambda error: heard.append((error.code, threading.current_thread())))

        async def bot():
            client.loop = asyncio.get_running_loop()
            botmeter.start(client)
            sent = await botmeter.send_stats()
            while len(heard) < 2:
                await asyncio.sleep(0.01)
            botmeter.stop()
            return sent

        sent = asyncio.run(bot())
        self.assertEqual(sent.data["userCount"], 173)
        self.assertEqual(heard[:2], [(4, threading.main_thread()), ("callback_failed", threading.main_thread())])

    def test_stop_ends_a_read_and_a_request_under_way_at_once_and_silently(self):
        started, events = threading.Event(), []

        async def hang():
            started.set()
            await asyncio.sleep(60)

        for source, send in ((hang, None), (lambda: Stats(1, 1), Host().send)):
            with self.subTest(send=send), _silent_server() as url:
                botmeter = BotmeterClient(url, KEY, BOT_ID)
                botmeter.on_error(events.append)
                botmeter.start(source, loop=self.loop)
                thread = botmeter._worker._thread
                started.wait(10) if send is None else time.sleep(0.1)
                botmeter.stop()
                thread.join(10)
                self.assertEqual((thread.is_alive(), events), (False, []))


class _silent_server:
    def __enter__(self):
        import socket

        self.socket = socket.create_server(("127.0.0.1", 0))
        return f"http://127.0.0.1:{self.socket.getsockname()[1]}"

    def __exit__(self, *_):
        self.socket.close()


if __name__ == "__main__":
    unittest.main()
