"""The faults of the JavaScript client's suite; FAULTS names the server, the keys and what is expected of each."""

import json
import os
import socket
import unittest

from support import KEY, STATS, Clock, client_on, heard_by

FAULTS = json.loads(os.environ["FAULTS"])


class Faults(unittest.TestCase):
    def test_each_is_told_once_with_advice_and_delays_the_next_call(self):
        for name, (event, code, (least, most), advice) in FAULTS["expected"].items():
            with self.subTest(fault=name):
                client, worker = self.client(name)
                heard = heard_by(client)
                client.start(lambda: STATS)
                worker.advance(0)
                client.stop()
                ((heard_event, error),) = heard
                self.assertEqual((heard_event, error.code), (event, code))
                self.assertIn(advice, error.message)
                self.assertTrue(least <= error.next_call_seconds <= most, error.next_call_seconds)
                self.assertNotIn(KEY, repr((vars(error), client)))

    def test_direct_calls_give_a_failure_with_the_same_code(self):
        for name, (_, code, _, _) in FAULTS["expected"].items():
            with self.subTest(fault=name):
                client, _ = self.client(name)
                for call in (client.send_stats(STATS), client.get_api_usage(), client.heartbeat(), client.get_history()):
                    self.assertEqual((call.result().ok, call.result().error.code), (False, code))

    def test_an_address_without_a_server_is_a_network_error(self):
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            port = closed.getsockname()[1]
        for address, reason in ((f"http://127.0.0.1:{port}", "ECONNREFUSED"), ("http://no-such-host.invalid", "")):
            client, _ = client_on(Clock(), None, base_url=address)
            error = client.get_api_usage().result().error
            self.assertEqual(error.code, "network")
            self.assertIn(reason, error.message)

    def client(self, name):
        timeout = 0.2 if name.startswith("hangs") else 10
        return client_on(Clock(), None, base_url=f"{FAULTS['url']}/{name}", request_timeout=timeout)


if __name__ == "__main__":
    unittest.main()
