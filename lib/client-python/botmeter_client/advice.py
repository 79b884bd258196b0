"""What to do about an error response."""

from __future__ import annotations

from typing import Optional, Tuple

#: By the service's code (API section 5).
_ADVICE = {
    "invalid_json": "The report arrived damaged. Check the proxies between bot and service, or update botmeter-client.",
    "invalid_body": "The service refused the content of the report. Check what the source collects, or update "
    "botmeter-client.",
    "invalid_query": "The service refused the parameters of the call.",
    "missing_key": "The API key did not arrive. Check that no proxy removes the Authorization header.",
    "invalid_key": "The API key is wrong, revoked or expired. Create a key on the key page of the bot and start the bot "
    "with it.",
    "bot_disabled": "An admin of the service has disabled this bot and can enable it again.",
    "bot_mismatch": "The API key belongs to another bot. Set bot_id to the bot of the key, or use a key of this bot.",
    "not_found": "This path does not exist at the address. Check base_url, and that the service is new enough for this "
    "call.",
    "method_not_allowed": "The address does not accept this call. Check base_url, or update botmeter-client.",
    "body_too_large": "The report is too large for the service. Update botmeter-client.",
    "unsupported_media_type": "The report did not arrive as JSON. Check the proxies between bot and service.",
    "update_too_soon": "The interval of the plan has not passed since the last report. Nothing needs to be done.",
    "quota_exceeded": "All calls of this cycle are used. Reports resume after the reset, or at once on a larger plan.",
    "too_many_reads": "Too many reads of this bot wait already. Await each read before the next.",
    "too_many_pauses": "A hundred silences of this bot were planned today. Plan fewer, longer ones.",
    "internal_error": "The service failed. If this persists, send the request id to its operator.",
    "storage_unavailable": "The service cannot store anything now. If this persists, inform its operator.",
}


#: Refusals whose causes only the service can tell apart: what it says replaces the advice.
_SAID_BY_SERVICE = ("invalid_key", "missing_key")
_SAID_CHARACTERS_MAX = 500


def advice_for(status: int, code: object, said: object, issues: str) -> Tuple[str, str, Optional[str]]:
    """The code and message of an error response, and what the service says about it.

    The code is the envelope's if it is a known one.
    """
    service_message = said[:_SAID_CHARACTERS_MAX] if isinstance(code, str) and isinstance(said, str) and said else None
    if isinstance(code, str) and code in _ADVICE:
        if service_message is None:
            return code, _ADVICE[code] + issues, None
        if code in _SAID_BY_SERVICE:
            return code, service_message, service_message
        return code, f"{_ADVICE[code]}{issues} The service says: {service_message}", service_message
    if service_message is not None:
        return "http_error", f"Refused with status {status}: {service_message}", service_message
    return "http_error", _without_envelope(status) + issues, None


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
