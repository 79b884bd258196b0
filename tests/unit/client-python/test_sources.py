import asyncio
import json
import threading
import time
import unittest
from datetime import datetime, timezone

from botmeter_client import BotmeterClient
from botmeter_client.request import Response
from botmeter_client.threads import JOBS_MAX, Worker

from support import BOT_ID, KEY, STATS, Clock, SimulatedService, client_on, heard_by


def raising(thrown):
    def call(*_):
        raise thrown

    return call


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no")


async def coroutine():
    return STATS


def set_up(**host):
    clock = Clock()
    service = SimulatedService(clock, "business")
    client, worker = client_on(clock, service.send, **host)
    return service, client, worker, heard_by(client)


class Sources(unittest.TestCase):
    def setUp(self):
        self.release = threading.Event()
        self.addCleanup(self.let_go)

    def let_go(self):
        self.release.set()
        for thread in threading.enumerate():
            if thread.name == "botmeter-work":
                thread.join(10)

    def test_one_that_fails_costs_no_call_is_told_with_advice_and_is_reported_once_it_works(self):
        for name, source, code in (
            ("raises", raising(ValueError(f"boom {KEY}")), "source_failed"),
            ("raises what cannot be shown", raising(Unprintable()), "source_failed"),
            ("exits", raising(SystemExit(3)), "source_failed"),
            ("is async without a loop", coroutine, "source_failed"),
            ("returns text", lambda: "four", "invalid_stats"),
            ("returns True", lambda: {"server_count": True, "user_count": 1}, "invalid_stats"),
            ("returns a fraction", lambda: {"server_count": 1.5, "user_count": 1}, "invalid_stats"),
            ("lacks a count", lambda: {"server_count": 1}, "invalid_stats"),
            ("hangs", lambda: self.release.wait(10), "source_timeout"),
        ):
            with self.subTest(source=name):
                service, client, worker, heard = set_up(collect_timeout=0.1 if name == "hangs" else 10)
                working, self.release = threading.Event(), threading.Event()
                client.start(lambda: STATS if working.is_set() else source())
                worker.advance(15)
                self.assertEqual({(event, error.code) for event, error in heard}, {("error", code)})
                self.assertRegex(heard[0][1].message, "Fix|Check")
                self.assertNotIn(KEY, heard[0][1].message)
                self.assertEqual((service.reads, service.reports), (0, []))
                self.assertEqual(client.send_stats().result().error.code, code)
                working.set()
                self.let_go()
                worker.advance(60)
                self.assertEqual(len(service.reports), 1)

    def test_one_that_hangs_does_not_gather_threads(self):
        _, client, worker, _ = set_up(collect_timeout=0.02)
        client.start(lambda: self.release.wait(10) and None)
        worker.advance(60)
        self.assertEqual([thread.name for thread in threading.enumerate()].count("botmeter-work"), 1)

    def test_what_is_no_source_is_told_and_nothing_starts(self):
        for source in (None, "client", object(), type("Trap", (), {"is_ready": property(raising(ValueError()))})()):
            _, client, worker, heard = set_up()
            client.start(source)
            self.assertEqual(([error.code for _, error in heard], worker.schedule), (["invalid_source"], None))
        self.assertEqual(client.send_stats().result().error.code, "invalid_source")

    def test_a_callback_that_raises_stops_neither_the_schedule_nor_others(self):
        for fault in (raising(ValueError("boom")), raising(SystemExit(3)), raising(Unprintable()), lambda _: coroutine()):
            service, client, worker, _ = set_up()
            client.on_report(fault), client.on_error(fault), client.on_plan(fault)
            heard = heard_by(client)
            client.start(lambda: STATS)
            worker.advance(200)
            self.assertEqual((len(service.reports), [name for name, _ in heard].count("report")), (4, 4))
            self.assertIn("callback_failed", [error.code for name, error in heard if name == "error"])


class Options(unittest.TestCase):
    def test_wrong_ones_raise_nothing_and_are_named_without_the_key(self):
        good = {"base_url": "http://service.test", "api_key": KEY, "bot_id": BOT_ID}
        for named, changed in (
            ("api_key", {"api_key": None}),
            ("api_key", {"api_key": f"{KEY}\n{KEY}"}),
            ("bot_id", {"bot_id": "1" * 16}),
            ("bot_id", {"bot_id": 1e18}),
            ("base_url", {"base_url": None}),
            ("base_url", {"base_url": "ftp://service.test"}),
            ("base_url", {"base_url": f"http://user:{KEY}@service.test"}),
            ("base_url", {"base_url": "http://service.test:x"}),
            ("base_url", {"base_url": "http://[::1"}),
        ):
            with self.subTest(changed=changed):
                client = BotmeterClient(**{**good, **changed})
                client.start(lambda: STATS)
                client.stop()
                error = client.send_stats(STATS).result(10).error
                self.assertEqual(error.code, "invalid_options")
                self.assertIn(named, error.message)
                self.assertNotIn(KEY, repr((client, error)))

    def test_the_request_is_that_of_the_contract(self):
        for base_url, bot_id in (("http://service.test", BOT_ID), (" http://service.test/a b// ", int(BOT_ID))):
            sent = []
            send = lambda request, timeout, stop: sent.append(request) or 1 / 0  # noqa: E731
            client, _ = client_on(Clock(), send, base_url=base_url)
            error = BotmeterClient(base_url, f" {KEY}\n", bot_id, _host=client._host).send_stats(STATS).result().error
            self.assertEqual(error.code, "internal")
            root = "http://service.test" + ("/a%20b" if "a b" in base_url else "")
            self.assertEqual(sent[0][:2], ("POST", f"{root}/api/v1/bots/stats"))
            self.assertEqual(sent[0].api_key.reveal(), KEY)
            self.assertNotIn(KEY, repr(sent))

    def test_the_other_calls_return_what_the_service_sends_and_their_failure_does_not_delay_reports(self):
        history = {"from": "", "to": "", "unit": "report", "points": [], "gaps": [], "padding": "a" * 1_000_000}
        of_a_day = datetime(2031, 1, 1, tzinfo=timezone.utc), "2031-01-02T00:00+01:00", "hour"
        query = "?from=2031-01-01T00%3A00%3A00%2B00%3A00&to=2031-01-02T00%3A00%2B01%3A00&unit=hour"
        votes = dict(total=0, monthly=0, weekly=0, today=0, recentVoters=[], monthlyHistory=[], sources=[])
        for call, line, data in (
            (lambda client: client.mark("Version 2.4", "deploy"), "POST /bots/1234567890123456789/marks", dict(id="1", at="2026-02-05T02:35:00.000Z", kind="deploy", text="Version 2.4")),
            (lambda client: client.pause(30, "Moving"), "POST /bots/1234567890123456789/pause", dict(until="2026-02-05T03:05:00.000Z")),
            (lambda client: client.resume(), "DELETE /bots/1234567890123456789/pause", dict(until=None)),
            (lambda client: client.get_usage_breakdown(), "GET /usage/breakdown", dict(cycle={}, operations=[], keys=[], days=[])),
            (lambda client: client.get_votes(), "GET /votes", votes),
            (lambda client: client.get_votes(50, "1.a"), "GET /votes?limit=50&cursor=1.a", votes),
            (lambda client: client.has_voted(42), "GET /votes?userId=42", {"voted": True}),
            (lambda client: client.has_voted(None), "GET /votes?userId=", {"voted": False}),
            (lambda client: client.heartbeat(), "POST /heartbeat", {"receivedAt": ""}),
            (lambda client: client.get_history(), f"GET /bots/{BOT_ID}/history", history),
            (lambda client: client.get_history(*of_a_day), f"GET /bots/{BOT_ID}/history{query}", history),
            (lambda client: client.get_analytics(), f"GET /bots/{BOT_ID}/analytics", {"growth": {}, "coverage": {}}),
        ):
            service, client, worker, _ = set_up()
            sent, simulated = [], service.send
            answers = [(200, {"success": True, "data": data}), (404, {"success": False, "error": "not_found"})]

            def send(request, timeout, stop):
                if request.url.endswith(("/stats", "/usage")):
                    return simulated(request, timeout, stop)
                sent.append(f"{request.method} {request.url.replace('http://service.test/api/v1', '')}")
                status, body = answers.pop(0)
                self.assertGreater(request.bytes_max, len(json.dumps(data)))
                return Response(status, {}, json.dumps(body))

            client, worker = client_on(service.clock, send)
            client.start(lambda: STATS)
            worker.advance(30)
            self.assertEqual(call(client).result().data, data)
            self.assertEqual(call(client).result().error.code, "not_found")
            worker.advance(60)
            self.assertEqual((sent, len(service.reports)), ([line, line], 2))

    def test_a_key_in_a_response_is_removed(self):
        service, client, _, heard = set_up()
        service.edit = lambda data, headers: data.update(botName=f"a {KEY}")
        self.assertEqual(client.send_stats(STATS).result().data["botName"], "a [key]")
        self.assertNotIn(KEY, repr(heard))


class Threads(unittest.TestCase):
    def test_at_most_16_calls_wait_and_the_others_fail_at_once(self):
        release = threading.Event()
        client, _ = client_on(Clock(), lambda *_: release.wait(10) and 1 / 0)
        client = BotmeterClient("http://service.test", KEY, BOT_ID, _host=type(client._host)(send=client._host.send))
        calls = [client.get_api_usage() for _ in range(JOBS_MAX + 1)]
        self.assertEqual((calls[-1].result().error.code, calls[0].done()), ("busy", False))
        release.set()
        self.assertEqual({call.result(10).error.code for call in calls[:-1]}, {"internal"})

    def test_a_thread_survives_any_exception_follows_the_schedule_and_ends_when_there_is_nothing_to_do(self):
        worker, done = Worker(time.monotonic), threading.Event()
        worker.submit(raising(SystemExit(3)))

        class Schedule:
            steps = 0

            def due_at(self):
                return time.monotonic() - 1

            def step(self):
                self.steps += 1
                worker.follow(None) if self.steps == 3 else raising(KeyboardInterrupt())()

        schedule = Schedule()
        worker.follow(schedule)
        thread = worker._thread
        thread.join(10)
        self.assertEqual((schedule.steps, thread.daemon, worker._thread), (3, True, None))
        self.assertTrue(worker.submit(done.set) and done.wait(10))

    def test_result_does_not_block_an_event_loop_and_a_cancelled_caller_does_not_cancel_the_call(self):
        async def bot():
            call = BotmeterClient("http://127.0.0.1:9", KEY, BOT_ID).get_api_usage()
            task = asyncio.ensure_future(call)
            await asyncio.sleep(0)
            task.cancel()
            return call.result(), await call

        blocking, awaited = asyncio.run(bot())
        self.assertEqual((blocking.error.code, awaited.error.code), ("blocking", "network"))


if __name__ == "__main__":
    unittest.main()
