"""What a bot author reads: the service's diagnosis, invisible characters by name, and a warning where nobody listens."""

import json
import unittest
from unittest.mock import patch

from botmeter_client import BotmeterClient
from botmeter_client.request import Response
from support import BOT_ID, KEY, Clock, client_on

QUOTED = "The key is in quotes: leave them out. A key is \"btm_\" followed by 38 letters and digits."


def refusing(*replies):
    """Answers each request with a status, a code and a message; the last one stays."""
    left = list(replies)

    def send(request, timeout, stop):
        status, code, message = left.pop(0) if len(left) > 1 else left[0]
        return Response(status, {}, json.dumps({"success": False, "error": code, "message": message}))

    return send


class Messages(unittest.TestCase):
    def test_what_the_service_says_belongs_to_the_error(self):
        for status, code, said, expected in (
            (401, "invalid_key", QUOTED, "invalid_key"),
            (429, "new_code", "Wait a second.", "http_error"),
            (403, "bot_disabled", "Disabled on Monday.", "bot_disabled"),
        ):
            client, _ = client_on(Clock(), refusing((status, code, said)), warn=lambda line: None)
            error = client.get_api_usage().result().error
            self.assertEqual((error.code, error.service_message), (expected, said))
            self.assertIn(said, error.message)
            self.assertNotIn("wrong, revoked or expired", error.message)

    def test_what_is_wrong_with_a_request_is_said_once_by_the_service(self):
        issues = [{"path": "serverCount", "message": "Must be a whole number."}, {"path": "", "message": "Is empty."}]
        for status, code, details, message in (
            (400, "invalid_body", {"issues": issues}, "serverCount: Must be a whole number.; Is empty."),
            (400, "invalid_query", {"issues": issues[:1]}, "serverCount: Must be a whole number."),
            (429, "too_many_reads", {}, "Said."),
        ):
            body = {"success": False, "error": code, "message": "Said.", "details": details}
            send = lambda *_: Response(status, {}, json.dumps(body))  # noqa: B023, E731
            client, _ = client_on(Clock(), send, warn=lambda line: None)
            error = client.heartbeat().result().error
            self.assertEqual((error.message, error.service_message), (message, "Said."))

    def test_a_diagnosis_that_repeats_the_key_is_shown_without_it(self):
        client, _ = client_on(Clock(), refusing((401, "invalid_key", f"{KEY} is wrong")), warn=lambda line: None)
        error = client.get_api_usage().result().error
        self.assertEqual(error.message, "[key] is wrong")
        self.assertNotIn(KEY, repr(vars(error)))

    def test_blanks_around_key_and_id_are_left_out(self):
        for before, after in ((" ", "\r\n"), ("\ufeff", ""), ("\u00a0", "\ufeff ")):
            client = BotmeterClient("http://service.test", before + KEY + after, before + BOT_ID + after)
            self.assertEqual((client._key, client._calls.service._options.bot_id), (KEY, BOT_ID))

    def test_invisible_characters_are_named(self):
        for character in "\u200b\ufeff\u00a0\u202e\t\ufe0f":
            for option in ("api_key", "bot_id"):
                given = {"api_key": KEY, "bot_id": BOT_ID}
                given[option] = given[option][:9] + character + given[option][9:]
                lines = []
                client = BotmeterClient("http://service.test", **given)
                client.on_error(lines.append)
                message = client.get_api_usage().result().error.message
                self.assertIn(f"{option} has an invisible character in it (U+{ord(character):04X})", message)
                self.assertNotIn(KEY[:9], message)

    def test_without_a_callback_each_distinct_fault_is_written_once(self):
        lines = []
        replies = [
            *((401, "invalid_key", "Said 4."), (401, "invalid_key", "Said 3."), (500, "internal_error", "Said 2.")),
            *((429, "update_too_soon", "Said 1."), (401, "invalid_key", "Said 0.")),
        ]
        client, _ = client_on(Clock(), refusing(*replies), warn=lines.append)
        for _ in range(6):
            client.get_api_usage().result()
        self.assertEqual(len(lines), 2, lines)
        self.assertEqual(lines[0], "Botmeter: Said 4.")
        self.assertIn("Said 2.", lines[1])
        client.on_refused(lambda error: None)
        client, _ = client_on(Clock(), refusing((401, "invalid_key", "Other.")), warn=lines.append)
        client.on_refused(lambda error: None)
        client.get_api_usage().result()
        self.assertEqual(len(lines), 2)

    def test_a_program_without_standard_error_goes_on(self):
        with patch("sys.stderr", None):
            client, _ = client_on(Clock(), refusing((401, "invalid_key", QUOTED)))
            self.assertEqual(client.get_api_usage().result().error.code, "invalid_key")


if __name__ == "__main__":
    unittest.main()
