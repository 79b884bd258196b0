"""A bot as a process of its own, with the real clock, threads and network."""

import json
import os
import subprocess
import sys
import unittest

from support import BOT_ID, KEY

FAULTS = json.loads(os.environ["FAULTS"])
HEAD = f"""
import asyncio, sys, time
from botmeter_client import BotmeterClient, Stats
url, key, bot_id = {FAULTS["url"]!r}, {KEY!r}, {BOT_ID!r}
"""


def run(program):
    command = [sys.executable, "-W", "error", "-c", HEAD + program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=40)
    return done.returncode, done.stdout, done.stderr


class Process(unittest.TestCase):
    def test_clients_for_every_fault_without_callbacks_end_with_the_bot_and_print_only_warnings(self):
        outcome = run(f"""
def boom(): raise ValueError("boom")
async def hang(): await asyncio.sleep(60)
async def bot():
    sources = [lambda: Stats(1, 2), boom, hang, lambda: None]
    for name in {list(FAULTS["expected"])!r}:
        for source in sources:
            client = BotmeterClient(f"{{url}}/{{name}}", key, bot_id)
            client.start(source)
            client.send_stats(Stats(1, 2))
        BotmeterClient(f"{{url}}/{{name}}", key, bot_id).start(hang, loop=asyncio.new_event_loop().close())
    BotmeterClient().start(None)
    await BotmeterClient(f"{{url}}/401", key, bot_id).send_stats(Stats(1, 2))
    await asyncio.sleep(1)
asyncio.run(bot())
BotmeterClient(url, key, bot_id).start(hang)
time.sleep(0.2)
""")
        returned, out, err = outcome
        self.assertEqual((returned, out), (0, ""))
        self.assertEqual([line for line in err.splitlines() if not line.startswith("Botmeter: ")], [])
        self.assertNotIn(KEY, err)

    def test_waiting_for_the_next_report_does_not_keep_the_process_alive(self):
        returned, out, err = run("""
import threading
client, is_reported = BotmeterClient(f"{url}/429-60", key, bot_id), threading.Event()
@client.on_refused
def refused(error):
    print(error.next_call_seconds)
    is_reported.set()
client.start(lambda: Stats(1, 2))
is_reported.wait(20)
""")
        self.assertEqual((returned, err), (0, ""))
        self.assertGreater(int(out), 60)

    def test_a_child_of_fork_makes_its_own_calls_and_leaves_the_schedule_to_its_parent(self):
        returned, out, err = run("""
import os, threading
client, is_reported = BotmeterClient(f"{url}/429-60", key, bot_id), threading.Event()
client.on_refused(lambda error: is_reported.set())
client.on_error(lambda error: None)
client.start(lambda: Stats(1, 2))
is_reported.wait(20)
slow = BotmeterClient(f"{url}/hangs", key, bot_id)
of_parent = slow.get_api_usage()
def in_child():
    heard = threading.Event()
    client.on_refused(lambda error: heard.set())
    error = client.send_stats(Stats(1, 2)).result(20).error
    print(error.status, error.next_call_seconds, client, heard.wait(20))
    print(client.send_stats().result(20).error.code, of_parent.result(20).error.code)
    async def awaited(): return (await of_parent).error.code, (await client.get_api_usage()).error.status
    print(*asyncio.run(awaited()))
    client.start(lambda: Stats(1, 2))
    print(client.send_stats().result(20).error.next_call_seconds >= 1, client, flush=True)
child = os.fork()
if child == 0:
    in_child()
    os._exit(0)
status = os.waitpid(child, 0)[1]
print(status, client, client.send_stats(Stats(1, 2)).result(20).error.status)
""")
        self.assertEqual((returned, err), (0, ""))
        self.assertEqual(
            out.splitlines(),
            [
                "429 None <BotmeterClient stopped> True",
                "invalid_source stopped",
                "stopped 429",
                "True <BotmeterClient reporting>",
                "0 <BotmeterClient reporting> 429",
            ],
        )

    def test_an_exception_of_the_bot_ends_it_as_without_the_library(self):
        returned, _, err = run("BotmeterClient(url, key, bot_id).start(lambda: Stats(1, 2))\nsys.exit(7)")
        self.assertEqual((returned, err), (7, ""))


if __name__ == "__main__":
    unittest.main()
