"""Sends the calls of one bot, and reads the responses."""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import urlencode

from .error import Failure
from .host import Host
from .limits import Limits, bounded, read_limits, read_retry_after
from .options import Options
from .records import has_shape
from .request import NoResponse, Request, Secret
from .threads import Stop

#: A year of hours is about 2 MB; the analytics of a month can have 3 000 gaps.
_LONG_BYTES_MAX = 4 * 1_048_576


class Question(NamedTuple):
    """One call of the API; ``path`` begins below ``/api/v1``. Members of ``query`` and ``body`` that are ``None`` are left out."""

    method: str
    path: str
    #: The members of its data; a response without them is not the service's.
    shape: Mapping[str, Any]
    query: Mapping[str, Any] = {}
    body: Optional[Mapping[str, Any]] = None
    is_long: bool = False


class Outcome(NamedTuple):
    """Either ``data`` or a ``failure``; ``limits`` are empty without a response."""

    limits: Limits
    data: Any = None
    failure: Optional[Failure] = None


class Service:
    def __init__(self, host: Host, options: Options) -> None:
        self._host = host
        self._options = options
        self._key = Secret(options.api_key)

    @property
    def bot_id(self) -> str:
        return self._options.bot_id

    def ask(self, question: Question, stop: Optional[Stop] = None) -> Outcome:
        query = urlencode(_given(question.query))
        url = f"{self._options.root}/api/v1{question.path}" + (f"?{query}" if query else "")
        body = None if question.body is None else json.dumps(_given(question.body))
        request = Request(question.method, url, self._key, body)
        if question.is_long:
            request = request._replace(bytes_max=_LONG_BYTES_MAX)
        response = self._host.send(request, self._host.request_timeout, stop)
        origin = self._options.origin
        if isinstance(response, NoResponse):
            return Outcome(Limits(), failure=_no_response(response, origin))
        status, headers, text = response
        limits = read_limits(headers)
        # A response that echoes the request must not carry the key into events and results.
        envelope = _parse_object(text.replace(self._key.reveal(), "[key]"))
        sent = envelope or {}
        if status == 200 and sent.get("success") is True and has_shape(sent.get("data"), question.shape):
            return Outcome(limits, sent["data"])
        details = sent.get("details")
        details = details if isinstance(details, dict) else {}
        retry_after, seconds = read_retry_after(headers), details.get("retryAfterSeconds")
        if retry_after is None and isinstance(seconds, (int, float)) and not isinstance(seconds, bool):
            retry_after = bounded(seconds)
        if status >= 400:
            code, message, said = _refusal(status, sent.get("error"), sent.get("message"), details.get("issues"))
        else:
            code, message, said = _not_the_service(status, envelope is not None, origin)
        request_id = headers.get("x-request-id", "")[:64] or None
        return Outcome(limits, failure=Failure(code, message, status, request_id, retry_after, said))


def _given(members: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _parse_object(text: str) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _no_response(none: NoResponse, origin: str) -> Failure:
    if none.kind == "stopped":
        return Failure("stopped", "stop() was called.")
    if none.kind == "too_large":
        return Failure("unexpected_answer", f"The server at {origin} is not Botmeter: {none.reason}. Check base_url.")
    if none.kind == "timeout":
        advice = "Check that the service runs and can be reached from here."
        return Failure("timeout", f"{origin} does not respond: {none.reason}. {advice}")
    advice = "Check base_url and that the service runs."
    return Failure("network", f"{origin} cannot be reached: {none.reason}. {advice}")


#: The code and message of an error, and what the service says about it.
_Said = Tuple[str, str, Optional[str]]


def _not_the_service(status: int, is_json: bool, origin: str) -> _Said:
    if status >= 300:
        advice = "Redirects are not followed; set base_url to the final address."
        return "redirected", f"{origin} redirects. {advice}", None
    found = "it sent other JSON" if is_json else "it sent no valid JSON"
    advice = "Check base_url and the proxies in between."
    return "unexpected_answer", f"The server at {origin} is not Botmeter: {found}. {advice}", None


#: The service's codes (API section 5), with what it cannot say, because it knows neither this library nor what is between
#: them. What it does say of the request is not repeated here.
_ADVICE = {
    **dict.fromkeys(("invalid_body", "invalid_query", "missing_key", "invalid_key"), ""),
    **dict.fromkeys(("too_many_reads", "too_many_pauses"), ""),
    "invalid_json": "Check the proxies between bot and service, or update botmeter-client.",
    "bot_disabled": "An admin of the service has disabled this bot and can enable it again.",
    "bot_mismatch": "Set bot_id to the bot of the key, unless it is the wrong key.",
    "not_found": "Check base_url, and that the service is new enough for this call.",
    "method_not_allowed": "Check base_url, or update botmeter-client.",
    "body_too_large": "Update botmeter-client.",
    "unsupported_media_type": "Check the proxies between bot and service.",
    "update_too_soon": "Nothing needs to be done.",
    "quota_exceeded": "Reports resume after the reset, or at once on a larger plan.",
    "internal_error": "The service failed. If this persists, send the request id to its operator.",
    "storage_unavailable": "Wait for the service; if this persists, inform its operator.",
}
_SAID_CHARACTERS_MAX = 500


def _refusal(status: int, code: object, message: object, issues: object) -> _Said:
    """The code is the envelope's if it is a known one."""
    is_said = isinstance(code, str) and isinstance(message, str) and message
    said = str(message)[:_SAID_CHARACTERS_MAX] if is_said else None
    told = _issues(issues) or said
    if isinstance(code, str) and code in _ADVICE:
        advice = f"{_ADVICE[code]} The service says: " if _ADVICE[code] else ""
        return code, advice + (told or f"It refused the call with status {status}."), said
    return "http_error", f"Refused with status {status}: {told}" if told else _without_envelope(status), said


def _issues(issues: object) -> str:
    """The invalid fields, at most three: the service's message says the same of them in a sentence."""
    named = [issue for issue in issues[:3] if isinstance(issue, dict)] if isinstance(issues, list) else []
    texts = [f"{it['path']}: {it.get('message')}" if it.get("path") else str(it.get("message")) for it in named]
    return "; ".join(text[:120] for text in texts)


def _without_envelope(status: int) -> str:
    """By what a proxy or another program may have meant."""
    cause = f"A response with status {status} came from something other than the service."
    if status in (401, 403):
        return f"{cause} Check base_url and api_key, and whether a proxy or firewall requires more."
    if status == 429:
        return f"{cause} Too many requests come from this host or network."
    if status >= 500:
        return f"{cause} The service is down or starting; if this persists, inform its operator."
    return f"{cause} Check base_url and the proxies between bot and service."
