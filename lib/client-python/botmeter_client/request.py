"""One HTTP request with an end: name resolution, connection, response and body together."""

from __future__ import annotations

import errno
import http.client
import os
import socket
from typing import Callable, Dict, List, NamedTuple, Optional, Union
from urllib.parse import urlsplit

from ._version import VERSION
from .threads import Stop, run_in_thread


class Secret:
    """Keeps a key out of ``repr``, and so out of tracebacks and error trackers."""

    def __init__(self, text: str) -> None:
        self.reveal: Callable[[], str] = lambda: text

    def __repr__(self) -> str:
        return "[key]"


class Request(NamedTuple):
    method: str
    url: str
    api_key: Secret
    body: Optional[str] = None
    #: A longer response is no response. The largest usage record is about 3 kB.
    bytes_max: int = 65_536


class Response(NamedTuple):
    """The names of ``headers`` are in lower case; values of one name are joined with commas."""

    status: int
    headers: Dict[str, str]
    text: str


class NoResponse(NamedTuple):
    """``kind``: ``network``, ``timeout``, ``stopped`` or ``too_large``."""

    kind: str
    reason: str


class _TooLarge(Exception):
    pass


def send(request: Request, timeout: float, stop: Optional[Stop] = None) -> Union[Response, NoResponse]:
    """Sends a request; waits at most ``timeout`` seconds. Follows no redirect, uses no proxy. Never raises."""
    sockets: List[socket.socket] = []
    how, value = run_in_thread(lambda: _exchange(request, timeout, sockets), timeout, stop)
    if isinstance(value, Response):
        return value
    for unfinished in sockets:
        _shut_down(unfinished)
    if how != "raised":
        return NoResponse(how, f"no response within {timeout:g} s")
    if isinstance(value, _TooLarge):
        return NoResponse("too_large", f"the response has more than {request.bytes_max // 1_024} KiB")
    return NoResponse("network", _network_reason(value))


def _exchange(request: Request, timeout: float, sockets: List[socket.socket]) -> Response:
    url = urlsplit(request.url)
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    # Half for each address: when a name has one that hangs, the next gets its turn.
    connection = kind(url.hostname or "", url.port, timeout=timeout / 2)
    try:
        connection.connect()
        # The waiting thread ends first, and shuts the socket down, which ends a read that hangs.
        connection.sock.settimeout(2 * timeout)
        sockets.append(connection.sock)
        headers = {
            "Authorization": f"Bearer {request.api_key.reveal()}",
            "Accept": "application/json",
            "User-Agent": f"botmeter-client-python/{VERSION}",
            "Connection": "close",
            **({} if request.body is None else {"Content-Type": "application/json"}),
        }
        target = f"{url.path}?{url.query}" if url.query else url.path
        connection.request(request.method, target, None if request.body is None else request.body.encode(), headers)
        response = connection.getresponse()
        text = _read(response, request.bytes_max).decode("utf-8", "replace")
        names = {name.lower() for name in response.headers}
        return Response(
            response.status, {name: ", ".join(response.headers.get_all(name) or []) for name in names}, text
        )
    finally:
        connection.close()


def _read(response: http.client.HTTPResponse, bytes_max: int) -> bytes:
    body = b""
    while len(body) <= bytes_max:
        more = response.read(min(65_536, bytes_max + 1 - len(body)))
        if not more:
            if response.length:  # http.client takes an early end for a short body.
                raise http.client.IncompleteRead(body, response.length)
            return body
        body += more
    raise _TooLarge


def _shut_down(unfinished: socket.socket) -> None:
    try:
        unfinished.shutdown(socket.SHUT_RDWR)
    except (OSError, ValueError):
        pass


def _network_reason(thrown: BaseException) -> str:
    """The system's name of an error, such as ``ECONNREFUSED``, else its text; never what the server sent."""
    if not isinstance(thrown, OSError):
        return type(thrown).__name__
    # The modules ssl and socket have numbers of their own.
    if thrown.errno in errno.errorcode and thrown.strerror == os.strerror(thrown.errno):
        return errno.errorcode[thrown.errno]
    return str(thrown)[:200] or type(thrown).__name__
