"""The API calls of one bot."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlencode

from .advice import advice_for
from .error import Failure
from .host import Host
from .limits import Limits, bounded, read_limits, read_retry_after
from .options import Options
from .records import HEARTBEAT, RECEIPT, USAGE, USER_VOTE, VOTES, has_shape
from .request import NoResponse, Request, Response, Secret
from .stats import Stats
from .waiting import Stop

#: A year of hours is about 2 MB; the analytics of a month can have 3 000 gaps.
_HISTORY_BYTES_MAX = 4 * 1_048_576


class Served(NamedTuple):
    data: Any
    limits: Limits


class Failed(NamedTuple):
    """``limits`` is ``None`` without a response."""

    failure: Failure
    limits: Optional[Limits]


Outcome = Union[Served, Failed]


class Service:
    """Sends the calls. Never raises."""

    def __init__(self, host: Host, options: Options) -> None:
        self._host = host
        self._options = options
        self._key = Secret(options.api_key)

    def report(self, stats: Stats, stop: Optional[Stop] = None) -> Outcome:
        """API section 3."""
        counts = {"serverCount": stats.server_count, "userCount": stats.user_count, "shardCount": stats.shard_count}
        body = json.dumps({"botId": self._options.bot_id, **counts})
        return self._call(Request("POST", self._url("/bots/stats"), self._key, body), RECEIPT, stop)

    def usage(self, stop: Optional[Stop] = None) -> Outcome:
        """API section 4. Counts as one call unless the quota is exhausted."""
        return self._call(Request("GET", self._url("/usage"), self._key), USAGE, stop)

    def heartbeat(self) -> Outcome:
        """API section 8. Never counts."""
        return self._call(Request("POST", self._url("/heartbeat"), self._key), HEARTBEAT)

    def history(self, query: Mapping[str, str]) -> Outcome:
        """API section 8. Counts as one call."""
        url = self._url(f"/bots/{self._options.bot_id}/history") + ("?" + urlencode(query) if query else "")
        shape = {"from": str, "to": str, "unit": str, "points": list, "gaps": list}
        return self._call(Request("GET", url, self._key, bytes_max=_HISTORY_BYTES_MAX), shape)

    def analytics(self) -> Outcome:
        """API section 8. Counts as one call."""
        shape = {"growth": dict, "coverage": dict}
        url = self._url(f"/bots/{self._options.bot_id}/analytics")
        return self._call(Request("GET", url, self._key, bytes_max=_HISTORY_BYTES_MAX), shape)

    def breakdown(self) -> Outcome:
        """API section 12. Counts as one call."""
        shape = {"cycle": dict, "operations": list, "keys": list, "days": list}
        return self._call(Request("GET", self._url("/usage/breakdown"), self._key, bytes_max=_HISTORY_BYTES_MAX), shape)

    def mark(self, mark: Mapping[str, str]) -> Outcome:
        """API section 13. Counts as one call."""
        shape = {"id": str, "at": str, "kind": str, "text": str}
        return self._call(Request("POST", self._url(f"/bots/{self._options.bot_id}/marks"), self._key, json.dumps(mark)), shape)

    def pause(self, pause: Optional[Mapping[str, Any]]) -> Outcome:
        """API section 13. Never counts. ``None`` ends a planned silence."""
        url = self._url(f"/bots/{self._options.bot_id}/pause")
        if pause is None:
            return self._call(Request("DELETE", url, self._key), {})
        return self._call(Request("POST", url, self._key, json.dumps(pause)), {"until": str})

    def votes(self, query: Mapping[str, str]) -> Outcome:
        """API section 10. Counts as one call. With ``userId``: that user's vote."""
        url = self._url("/votes") + ("?" + urlencode(query) if query else "")
        return self._call(Request("GET", url, self._key), USER_VOTE if "userId" in query else VOTES)

    def _url(self, path: str) -> str:
        return f"{self._options.root}/api/v1{path}"

    def _call(self, request: Request, shape: Mapping[str, Any], stop: Optional[Stop] = None) -> Outcome:
        response = self._host.send(request, self._host.request_timeout, stop)
        if isinstance(response, NoResponse):
            return Failed(self._no_response(response), None)
        limits = read_limits(response.headers)
        # A response that echoes the request must not carry the key into events and results.
        envelope = _parse_object(response.text.replace(self._key.reveal(), "[key]"))
        data = envelope.get("data") if envelope else None
        if response.status == 200 and envelope and envelope.get("success") is True and has_shape(data, shape):
            return Served(data, limits)
        return Failed(self._refused(response, envelope), limits)

    def _no_response(self, none: NoResponse) -> Failure:
        origin = self._options.origin
        if none.kind == "stopped":
            return Failure("stopped", "stop() was called.")
        if none.kind == "too_large":
            return Failure("unexpected_answer", f"The server at {origin} is not Botmeter: {none.reason}. Check base_url.")
        if none.kind == "timeout":
            advice = "Check that the service runs and can be reached from here."
            return Failure("timeout", f"{origin} does not respond: {none.reason}. {advice}")
        advice = "Check base_url and that the service runs."
        return Failure("network", f"{origin} cannot be reached: {none.reason}. {advice}")

    def _refused(self, response: Response, envelope: Optional[Dict[str, Any]]) -> Failure:
        status, origin = response.status, self._options.origin
        details = envelope.get("details") if envelope else None
        details = details if isinstance(details, dict) else {}
        retry_after = read_retry_after(response.headers)
        seconds = details.get("retryAfterSeconds")
        if retry_after is None and isinstance(seconds, (int, float)) and not isinstance(seconds, bool):
            retry_after = bounded(seconds)
        request_id = response.headers.get("x-request-id", "")[:64] or None
        if status >= 400:
            sent = envelope or {}
            code, message, said = advice_for(status, sent.get("error"), sent.get("message"), _issues(details))
            return Failure(code, message, status, request_id, retry_after, said)
        if status >= 300:
            code = "redirected"
            message = f"{origin} redirects. Redirects are not followed; set base_url to the final address."
        else:
            code, found = "unexpected_answer", "it sent other JSON" if envelope else "it sent no valid JSON"
            message = f"The server at {origin} is not Botmeter: {found}. Check base_url and the proxies in between."
        return Failure(code, message, status, request_id, retry_after)


def _parse_object(text: str) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _issues(details: Mapping[str, Any]) -> str:
    """The invalid fields of an ``invalid_body``, at most three."""
    issues = details.get("issues")
    if not isinstance(issues, list):
        return ""
    named: List[Dict[str, Any]] = [issue for issue in issues[:3] if isinstance(issue, dict)]
    return " ({})".format("; ".join(f"{issue.get('path')}: {issue.get('message')}"[:120] for issue in named))
