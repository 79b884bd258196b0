"""Reports a bot's numbers of servers and users to a Botmeter service, exactly as often as the bot's plan allows."""

from ._version import VERSION as __version__
from .client import BotmeterClient
from .error import BotmeterError, Call, Result
from .events import PlanChange, QuotaChange
from .records import Heartbeat, Receipt, Stats, UsageRecord, UserVote, Votes

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
