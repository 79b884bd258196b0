"""What the library uses from its process. Tests replace it."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from typing import Callable, Optional, Union

from .request import NoResponse, Request, Response, send
from .threads import Stop, Worker


def _warn(line: str) -> None:
    """Writes a line to standard error, which a program without a console does not have."""
    if sys.stderr is not None:
        sys.stderr.write(f"{line}\n")


@dataclass(frozen=True)
class Host:
    #: Monotonic seconds. The wall clock is never used, because it may be wrong by hours.
    now: Callable[[], float] = time.monotonic
    #: 0 ≤ value < 1
    random: Callable[[], float] = random.random
    send: Callable[[Request, float, Optional[Stop]], Union[Response, NoResponse]] = send
    #: Seconds, for a whole request and for the source.
    request_timeout: float = 10.0
    collect_timeout: float = 15.0
    worker: Callable[[Callable[[], float]], Worker] = Worker
    warn: Callable[[str], None] = _warn
