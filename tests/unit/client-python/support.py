"""Virtual time and a service in it, so that a month takes no time and every run is the same."""

import json
import random
from dataclasses import replace

from botmeter_client import BotmeterClient, Stats
from botmeter_client.host import Host
from botmeter_client.request import Response

KEY = "btm_" + "Ab0" * 12 + "Zz"
BOT_ID = "1234567890123456789"
STATS = Stats(4, 273)
CYCLE = 30 * 86_400
PLANS = {"free": (30, 1_500), "premium": (5, 10_000), "business": (1, 100_000)}


class Clock:
    now = 1_000.0


class SteppedWorker:
    """Runs jobs at once, and the steps of the schedule as ``advance`` moves the clock."""

    def __init__(self, clock):
        self.clock, self.schedule = clock, None

    def submit(self, job, jobs_max=16):
        job()
        return True

    def follow(self, schedule):
        self.schedule = schedule
        return True

    def advance(self, seconds):
        end = self.clock.now + seconds
        while self.schedule is not None and self.schedule.due_at() <= end:
            self.clock.now = max(self.clock.now, self.schedule.due_at())
            self.schedule.step()
        self.clock.now = end


class SimulatedService:
    """Decides as the service does, for one bot. ``edit`` changes a response before it is sent."""

    def __init__(self, clock, plan="free"):
        self.clock, self.plan, self.used, self.last = clock, plan, 0, None
        self.start = clock.now
        self.reports, self.refused, self.reads = [], [], 0
        self.edit = lambda data, headers: None

    def send(self, request, timeout, stop):
        now, (minutes, limit) = self.clock.now, PLANS[self.plan]
        if now >= self.start + CYCLE:
            self.start, self.used = self.start + CYCLE, 0
        if request.url.endswith("/usage"):
            self.reads += 1
            self.used += self.used < limit
            return self._respond(200, self._record())
        if self.used >= limit or self._wait() > 0:
            error = "quota_exceeded" if self.used >= limit else "update_too_soon"
            self.refused.append((error, now))
            wait = max(self._wait(), self.start + CYCLE - now if error == "quota_exceeded" else 0)
            return self._respond(429, None, error, {"retry-after": str(int(-(-wait // 1)))})
        self.used, self.last = self.used + 1, now
        self.reports.append(now)
        counts = json.loads(request.body)
        tier = {"name": self.plan, "updateIntervalMinutes": minutes}
        return self._respond(200, {**counts, "botName": "TestBot", "updatedAt": "2031-01-01T00:00:00.000Z", "tier": tier})

    def _wait(self):
        return 0 if self.last is None else max(0, self.last + PLANS[self.plan][0] * 60 - self.clock.now)

    def _record(self):
        minutes, limit = PLANS[self.plan]
        used = self.used / limit
        status = "critical" if used >= 0.95 else "warning" if used >= 0.8 else "healthy"
        calls = {"used": self.used, "limit": limit, "remaining": max(0, limit - self.used)}
        wait = int(-(-self._wait() // 60))
        return {
            "bot": {"id": BOT_ID, "name": "TestBot"},
            "tier": {"name": self.plan, "displayName": self.plan.title(), "features": {}},
            "usage": {
                "apiCalls": {**calls, "percentage": int(used * 10_000) / 100, "status": status, "message": "."},
                "reset": {"at": "", "inDays": 1, "inHours": int(-(-(self.start + CYCLE - self.clock.now) // 3_600))},
            },
            "updates": {
                **{"interval": "", "nextUpdateAllowedAt": "", "minutesUntilNextUpdate": wait, "canUpdateNow": wait == 0},
            },
            "capabilities": {"analyticsLevel": "basic", "historyDays": 7, "updateIntervalMinutes": minutes},
            "statistics": {"avgCallsPerDay": 1, "usageHistory": []},
        }

    def _respond(self, status, data, error=None, more=None):
        minutes, limit = PLANS[self.plan]
        reset, wait = int(-(-(self.start + CYCLE - self.clock.now) // 1)), int(-(-self._wait() // 1))
        headers = {
            "ratelimit-policy": f'"quota";q={limit};w={CYCLE}, "interval";q=1;w={minutes * 60}',
            "ratelimit": f'"quota";r={max(0, limit - self.used)};t={reset}, "interval";r={int(wait == 0)};t={wait}',
            **(more or {}),
        }
        self.edit(data, headers)
        return Response(status, headers, json.dumps({"success": error is None, "data": data, "error": error}))


def client_on(clock, send, seed=1, base_url="http://service.test", **host):
    """A client whose schedule runs in virtual time; ``worker`` of it advances that."""
    changed = {"send": send} if send else {}
    host = replace(Host(), now=lambda: clock.now, random=random.Random(seed).random, **changed, **host)
    client = BotmeterClient(base_url, KEY, BOT_ID, _host=replace(host, worker=lambda now: SteppedWorker(clock)))
    return client, client._worker


def heard_by(client):
    """All events of a client, in order, as pairs of name and payload."""
    heard = []
    for name in ("report", "refused", "error", "quota", "plan"):
        getattr(client, f"on_{name}")(lambda payload, name=name: heard.append((name, payload)))
    return heard
