"""Reports a bot's numbers of servers and users to a Botmeter service, exactly as often as the bot's plan allows."""

from ._version import VERSION as __version__
from .call import Call
from .changes import PlanChange, QuotaChange
from .client import BotmeterClient
from .error import BotmeterError, Result
from .records import Heartbeat, Receipt, UsageRecord, UserVote, Votes
from .stats import Stats

__all__ = [
    "BotmeterClient",
    "BotmeterError",
    "Call",
    "Heartbeat",
    "PlanChange",
    "QuotaChange",
    "Receipt",
    "Result",
    "Stats",
    "UsageRecord",
    "UserVote",
    "Votes",
    "__version__",
]
