import math
import random
import time
import unittest

from botmeter_client.error import Failure
from botmeter_client.host import Host
from botmeter_client.limits import Interval, Limits, Quota, read_limits, read_retry_after
from botmeter_client.scheduler import Scheduler, Usage

from support import PLANS, STATS, Clock, SimulatedService, client_on, heard_by

HOUR, DAY = 3_600, 86_400


def set_up(plan="free", **options):
    clock = Clock()
    service = SimulatedService(clock, plan)
    client, worker = client_on(clock, service.send, **options)
    return clock, service, client, worker


def without_limits(data, headers):
    for name in ("ratelimit", "ratelimit-policy"):
        del headers[name]


class Schedule(unittest.TestCase):
    def test_of_several_processes_with_one_key_each_that_keeps_coming_too_soon_says_that_another_one_reports(self):
        clock, lines = Clock(), []
        service = SimulatedService(clock, "business")
        started = [client_on(clock, service.send, seed=seed, warn=lines.append) for seed in range(4)]
        heard = [heard_by(client) if at else [] for at, (client, _) in enumerate(started)]
        for client, _ in started:
            client.start(lambda: STATS)
        end = clock.now + HOUR
        while clock.now < end:
            worker = min((worker for _, worker in started), key=lambda worker: worker.schedule.due_at())
            clock.now = max(clock.now, worker.schedule.due_at())
            worker.schedule.step()
        self.assertGreater(len(service.reports), 50)
        for events in heard[1:]:
            errors = [payload for name, payload in events if name == "refused"]
            self.assertEqual([error.code for error in errors[:2]], ["update_too_soon"] * 2)
            behind = [error.message for error in errors if error.code == "several_reporters"]
            self.assertRegex(behind[0], r"^Another process reports for this bot: .* The next scheduled call is in \d+ s\.$")
            self.assertEqual([error for error in errors if error.next_call_seconds < 1], [])
        # Nobody listens to the first.
        self.assertEqual([line.split(":")[1] for line in lines], [" Another process reports for this bot"])

    def test_the_clock_is_monotonic(self):
        self.assertIs(Host().now, time.monotonic)

    def test_no_report_is_too_soon_or_late_through_restarts_and_changes_of_plan(self):
        for plan, days, change, too_soon_max in (
            ("free", 30, None, 0),
            ("premium", 5, None, 0),
            ("business", 1, None, 0),
            ("free", 3, "premium", 0),
            ("premium", 3, "free", 1),
        ):
            seed = random.randrange(2**32)
            with self.subTest(plan=plan, change=change, seed=seed):
                chance = random.Random(seed)
                clock, service, _, _ = set_up(plan)
                starts, before = [], []
                for part in range(10):
                    if part == 5 and change:
                        service.plan, before = change, service.reports[:]
                    client, worker = client_on(clock, service.send, seed=chance.random())
                    starts.append(clock.now)
                    client.start(lambda: STATS)
                    worker.advance(days * DAY / 10 * (0.5 + chance.random()))
                    client.stop()
                    clock.now += chance.random() * 120
                self.assertLessEqual(len(service.refused), too_soon_max)
                self.assertLessEqual(service.reads, len(starts) + 1)
                for plan_then, reports in ((plan, before), (change or plan, service.reports[len(before) + 1 :])):
                    for last, at in zip(reports, reports[1:]):
                        since = max(last + PLANS[plan_then][0] * 60, max(up for up in starts if up <= at))
                        self.assertLessEqual(at - since, 30)

    def test_the_interval_comes_from_the_report_else_from_the_usage_record_when_a_proxy_removes_the_limits(self):
        def without_tier(data, headers):
            without_limits(data, headers)
            if data is not None and "usage" not in data:
                del data["tier"]

        for edit, plan, change, reports, reads, refused in (
            (without_limits, "premium", "business", 7, 2, 0),
            (without_tier, "business", "premium", 3, 2, 1),
        ):
            _, service, client, worker = set_up(plan)
            service.edit = edit
            client.start(lambda: STATS)
            worker.advance(62)
            service.plan = change
            worker.advance(600)
            with self.subTest(edit=edit.__name__):
                self.assertEqual((len(service.reports), service.reads, len(service.refused)), (reports, reads, refused))

    def test_an_exhausted_quota_is_read_once_a_day_uncounted_until_an_upgrade(self):
        _, service, client, worker = set_up("free")
        service.used = 1_498
        client.start(lambda: STATS)
        worker.advance(60 + 10 * DAY)
        self.assertEqual((service.used, service.reads, len(service.reports), service.refused), (1_500, 11, 1, []))
        service.plan = "premium"
        worker.advance(DAY)
        self.assertGreater(len(service.reports), 1)
        self.assertEqual(service.refused, [])

    def test_an_exhausted_quota_resumes_at_the_reset(self):
        _, service, client, worker = set_up("free")
        service.used = 1_499
        client.start(lambda: STATS)
        worker.advance(30 * DAY - 1)
        self.assertEqual(service.reports, [])
        worker.advance(7)
        self.assertEqual((len(service.reports), service.refused), (1, []))

    def test_plan_and_quota_are_told_once(self):
        _, service, client, worker = set_up("free")
        service.used = 1_197
        heard = heard_by(client)
        client.start(lambda: STATS)
        worker.advance(31 * 60)
        service.plan = "premium"
        worker.advance(2 * HOUR)
        emitted = [(name, it.previous, it.status if name == "quota" else it.name) for name, it in heard if name != "report"]
        quota = [("quota", "healthy", "warning"), ("quota", "warning", "healthy")]
        self.assertEqual(emitted, [("plan", None, "free"), quota[0], quota[1], ("plan", "free", "premium")])
        self.assertEqual(heard[-1][1]["botName"], "TestBot")

    def test_stop_ends_all_calls_and_start_resumes_them_without_another_usage_read(self):
        _, service, client, worker = set_up("business")
        client.start(lambda: STATS)
        worker.advance(600)
        client.stop()
        worker.advance(HOUR)
        self.assertEqual(len(service.reports), 10)
        client.start(lambda: STATS)
        worker.advance(600)
        self.assertEqual((len(service.reports), service.reads), (20, 1))

    def test_a_source_that_is_not_ready_costs_no_call_and_is_told_once_after_a_minute(self):
        _, service, client, worker = set_up()
        heard, calls = heard_by(client), []
        client.start(lambda: calls.append(1))
        worker.advance(59)
        self.assertEqual((len(calls), heard), (12, []))
        worker.advance(HOUR)
        self.assertEqual(([error.code for _, error in heard], service.used), (["not_ready"], 0))

    def test_a_service_that_always_allows_a_report_is_called_at_most_once_a_second(self):
        _, service, client, worker = set_up("business")

        def always(data, headers):
            service.last = None
            headers["ratelimit"] = '"quota";r=99;t=9, "interval";r=1;t=0'

        service.edit = always
        client.start(lambda: STATS)
        worker.advance(59)
        self.assertEqual(len(service.reports) + service.reads, 60)

    def test_a_report_sent_by_hand_delays_the_next_one(self):
        _, service, client, worker = set_up("premium")
        client.start(lambda: STATS)
        worker.advance(400)
        self.assertEqual(client.send_stats().result().error.code, "update_too_soon")
        service.plan = "business"
        self.assertEqual(client.send_stats({"server_count": 1, "user_count": 1}).result().data["serverCount"], 1)
        refused = len(service.refused)
        worker.advance(600)
        self.assertEqual(len(service.refused), refused)


def after_usage_read(wait=0.0):
    scheduler = Scheduler(lambda: 0.0)
    scheduler.usage_read("free", Usage(1800, wait, 100, 240 * HOUR), Limits(), 0)
    return scheduler


class AfterEachOutcome(unittest.TestCase):
    def test_a_status_is_retried_after(self):
        for status, wait in ((400, HOUR), (401, HOUR), (403, HOUR), (408, 2.5), (499, HOUR), (500, 2.5), (503, 2.5)):
            scheduler = after_usage_read()
            scheduler.failed("report", Failure("http_error", "", status), None, 0)
            self.assertEqual(scheduler.next(0), ("report", wait), status)

    def test_repeated_errors_back_off_up_to_15_minutes_and_a_success_ends_that(self):
        for failure, waits in (
            (Failure("network", ""), [2.5, 5, 10, 20, 40, 80, 160, 320, 450, 450]),
            (Failure("http_error", "", 429, None, 1.0), [2, 2.5, 5, 10, 20]),
        ):
            scheduler = after_usage_read()
            for wait in waits:
                scheduler.failed("report", failure, None, 0)
                self.assertEqual(scheduler.next(0).at, wait)
            scheduler.reported(None, None, Limits(None, Interval(60, 60)), 0)
            scheduler.failed("report", Failure("timeout", ""), None, 100)
            self.assertEqual(scheduler.next(100).at, 102.5)

    def test_the_interval_in_the_response_to_a_report_holds(self):
        scheduler = after_usage_read()
        scheduler.reported("free", 60.0, Limits(), 0)
        self.assertEqual(scheduler.next(0), ("report", 61))

    def test_an_exhausted_quota_is_read_daily_until_an_hour_before_its_reset(self):
        for reset, call in ((25 * HOUR, "report"), (25 * HOUR + 1, "usage")):
            scheduler = after_usage_read()
            scheduler.failed("report", Failure("quota_exceeded", "", 429, None, reset - 1), None, 0)
            self.assertEqual(scheduler.next(0), (call, DAY if call == "usage" else reset))
        scheduler.failed("usage", Failure("network", ""), Limits(Quota(5, 0, HOUR)), DAY)
        self.assertEqual(scheduler.next(DAY).call, "report")

    def test_a_usage_read_for_a_changed_plan_that_fails_does_not_delay_reports_and_is_tried_again_after_6_hours(self):
        scheduler = after_usage_read()
        scheduler.reported("business", 60.0, Limits(), 0)
        self.assertEqual(scheduler.next(0).call, "usage")
        scheduler.failed("usage", Failure("network", ""), None, 0)
        self.assertEqual([scheduler.next(now).call for now in (0, 6 * HOUR - 1, 6 * HOUR)], ["report", "report", "usage"])


class AnyResponses(unittest.TestCase):
    def test_the_next_call_always_has_a_time_at_most_31_days_and_a_jitter_away(self):
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        number = lambda: chance.choice((0, -1, math.nan, math.inf, 1e300, chance.uniform(0, 1e9)))  # noqa: E731
        text = lambda: "".join(chance.choices("09;,=\" rtqwintervlo-:GMT", k=chance.randrange(40)))  # noqa: E731
        for _ in range(60):
            scheduler, now = Scheduler(chance.random), 0.0
            for _ in range(20):
                now += chance.uniform(0, 1e6)
                headers = {"ratelimit": f'"interval";r=0;t={text()}, "quota";r=0;t={text()}', "ratelimit-policy": text()}
                headers.update({"retry-after": text(), "date": text()})
                limits = chance.choice((read_limits(headers), Limits(Quota(5, 0, number()), Interval(number(), number()))))
                retry_after = chance.choice((None, number(), read_retry_after(headers)))
                code = chance.choice(("network", "http_error", "quota_exceeded", "update_too_soon", "invalid_source"))
                failure = Failure(code, "", chance.choice((None, 400, 403, 429, 503)), None, retry_after)
                chance.choice(
                    (
                        lambda: scheduler.reported("free", number(), limits, now),
                        lambda: scheduler.usage_read("free", Usage(number(), number(), 0, number()), limits, now),
                        lambda: scheduler.failed("report", failure, chance.choice((None, limits)), now),
                        lambda: scheduler.not_ready(now),
                    )
                )()
                self.assertLessEqual(scheduler.next(now).at - now, 31 * DAY + 10, seed)


if __name__ == "__main__":
    unittest.main()
