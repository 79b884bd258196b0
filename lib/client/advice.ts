import type { BotmeterErrorCode } from './error';

/** What to do about an error response, by its code (API section 5). */
const ADVICE: { readonly [code in BotmeterErrorCode]?: string } = {
  invalid_json:
    'The report arrived damaged. Check the proxies between bot and service, or update @botmeter/client.',
  invalid_body:
    'The service refused the content of the report. Check what the source collects, or update @botmeter/client.',
  invalid_query: 'The service refused the parameters of the call.',
  missing_key: 'The API key did not arrive. Check that no proxy removes the Authorization header.',
  invalid_key:
    'The API key is wrong, revoked or expired. Create a key on the key page of the bot and start the bot with it.',
  bot_disabled: 'An admin of the service has disabled this bot and can enable it again.',
  bot_mismatch:
    'The API key belongs to another bot. Set botId to the bot of the key, or use a key of this bot.',
  not_found:
    'This path does not exist at the address. Check baseUrl, and that the service is new enough for this call.',
  method_not_allowed: 'The address does not accept this call. Check baseUrl, or update @botmeter/client.',
  body_too_large: 'The report is too large for the service. Update @botmeter/client.',
  unsupported_media_type: 'The report did not arrive as JSON. Check the proxies between bot and service.',
  update_too_soon: 'The interval of the plan has not passed since the last report. Nothing needs to be done.',
  quota_exceeded:
    'All calls of this cycle are used. Reports resume after the reset, or at once on a larger plan.',
  too_many_reads: 'Too many reads of this bot wait already. Await each read before the next.',
  too_many_pauses: 'A hundred silences of this bot were planned today. Plan fewer, longer ones.',
  internal_error: 'The service failed. If this persists, send the request id to its operator.',
  storage_unavailable: 'The service cannot store anything now. If this persists, inform its operator.',
};

/** Refusals whose causes only the service can tell apart: what it says replaces the advice. */
const SAID_BY_SERVICE: readonly string[] = ['invalid_key', 'missing_key'];
const SAID_CHARACTERS_MAX = 500;

/**
 * The code and message of an error response: what the service says about it, and what to do. `code` is the envelope's if
 * it is a known one.
 */
export function adviceFor(
  status: number,
  code: unknown,
  said: unknown,
  issues: string,
): { code: BotmeterErrorCode; message: string; serviceMessage: string | null } {
  const serviceMessage =
    typeof code === 'string' && typeof said === 'string' && said !== ''
      ? said.slice(0, SAID_CHARACTERS_MAX)
      : null;
  if (typeof code === 'string' && Object.hasOwn(ADVICE, code)) {
    const known = code as BotmeterErrorCode;
    const advice = `${ADVICE[known]}${issues}`;
    if (serviceMessage === null) return { code: known, message: advice, serviceMessage };
    if (SAID_BY_SERVICE.includes(known)) return { code: known, message: serviceMessage, serviceMessage };
    return { code: known, message: `${advice} The service says: ${serviceMessage}`, serviceMessage };
  }
  if (serviceMessage !== null)
    return {
      code: 'http_error',
      message: `Refused with status ${status}: ${serviceMessage}`,
      serviceMessage,
    };
  return { code: 'http_error', message: `${withoutEnvelope(status)}${issues}`, serviceMessage };
}

/** Advice for an error without the service's envelope, by what a proxy or another program may have meant. */
function withoutEnvelope(status: number): string {
  const cause = `A response with status ${status} came from something other than the service.`;
  if (status === 401 || status === 403)
    return `${cause} Check baseUrl and apiKey, and whether a proxy or firewall requires more.`;
  if (status === 429) return `${cause} Too many requests come from this host or network.`;
  if (status >= 500)
    return `${cause} The service is down or starting; if this persists, inform its operator.`;
  return `${cause} Check baseUrl and the proxies between bot and service.`;
}
