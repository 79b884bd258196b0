"""What type checkers know: the types of the usage record are those of the service, and not everything is a source."""

import json
import os
import typing
import unittest

from botmeter_client import BotmeterClient, QuotaChange, UsageRecord
from botmeter_client import records
from botmeter_client.records import ApiCalls, QuotaStatus


def missing_in(kind, value, path=""):
    """The members of a value that its type does not have, and those that only the type has."""
    if not typing.is_typeddict(kind):
        return []
    hints = typing.get_type_hints(kind, vars(records))
    wrong = [f"{path}{name}" for name in set(hints) ^ set(value)]
    return wrong + [each for name in set(hints) & set(value) for each in missing_in(hints[name], value[name], f"{path}{name}.")]


class Types(unittest.TestCase):
    def test_the_usage_record_has_every_member_that_the_service_sends(self):
        self.assertEqual(missing_in(UsageRecord, json.loads(os.environ["USAGE"])), [])

    def test_a_status_is_one_of_three(self):
        self.assertEqual(set(typing.get_args(QuotaStatus)), {"healthy", "warning", "critical"})
        self.assertIs(typing.get_type_hints(ApiCalls)["status"], QuotaStatus)
        self.assertIs(typing.get_type_hints(QuotaChange)["status"], QuotaStatus)

    def test_a_number_is_no_source(self):
        source = typing.get_type_hints(BotmeterClient.start)["source"]
        self.assertNotIn(typing.Any, typing.get_args(source))
        self.assertNotIn(source, (typing.Any, object))


if __name__ == "__main__":
    unittest.main()
