import type { BotmeterErrorCode } from '@/lib/client/error';
import type { FaultName } from './fault-server';

/** What a client does about a fault. */
export type Expected = readonly [
  event: 'refused' | 'error',
  code: BotmeterErrorCode,
  /** The time of the next scheduled call, in s: least and most. */
  next: readonly [number, number],
  /** A part of the advice in the message. */
  advice: string,
];

const HOUR_S = 3_600;
const SOON = [2, 5] as const;
const IN_AN_HOUR = [HOUR_S, HOUR_S] as const;
const IN_A_MONTH = [31 * 24 * HOUR_S, 31 * 24 * HOUR_S + 5] as const;
const TIMEOUT: Expected = ['error', 'timeout', SOON, 'Check that the service runs'];
const NETWORK: Expected = ['error', 'network', SOON, 'Check baseUrl'];
const NOT_THE_SERVICE: Expected = ['error', 'unexpected_answer', SOON, 'Check baseUrl'];

/** For the clients of both languages. */
export const EXPECTED: Record<FaultName, Expected> = {
  hangs: TIMEOUT,
  'hangs-in-body': TIMEOUT,
  resets: NETWORK,
  'resets-in-body': NETWORK,
  html: NOT_THE_SERVICE,
  'half-json': NOT_THE_SERVICE,
  'other-json': NOT_THE_SERVICE,
  nothing: NOT_THE_SERVICE,
  '204': NOT_THE_SERVICE,
  '10-mb': NOT_THE_SERVICE,
  '10-mb-of-500': NOT_THE_SERVICE,
  redirects: ['error', 'redirected', SOON, 'set baseUrl'],
  '400': ['refused', 'invalid_body', IN_AN_HOUR, 'serverCount: too many'],
  '401': ['refused', 'invalid_key', IN_AN_HOUR, 'Create a key'],
  '401-bare': ['refused', 'http_error', IN_AN_HOUR, 'Check baseUrl and apiKey'],
  '403-disabled': ['refused', 'bot_disabled', IN_AN_HOUR, 'has disabled this bot and can enable it again'],
  '403-mismatch': ['refused', 'bot_mismatch', IN_AN_HOUR, 'Set botId'],
  '403-html': ['refused', 'http_error', IN_AN_HOUR, 'firewall'],
  '404': ['refused', 'not_found', IN_AN_HOUR, 'Check baseUrl'],
  '408': ['refused', 'http_error', SOON, 'Check baseUrl'],
  '413': ['refused', 'body_too_large', IN_AN_HOUR, 'Update @botmeter/client'],
  '429-60': ['refused', 'update_too_soon', [61, 65], 'Nothing needs to be done'],
  '429-details': ['refused', 'update_too_soon', [71, 75], 'Nothing needs to be done'],
  '429-limits': ['refused', 'update_too_soon', [91, 95], 'Nothing needs to be done'],
  '429-bare': ['refused', 'http_error', [1_801, 1_805], 'Too many requests'],
  '429-date': ['refused', 'http_error', [121, 125], 'Too many requests'],
  '429-absurd': ['refused', 'http_error', IN_A_MONTH, 'Too many requests'],
  '500': ['error', 'internal_error', SOON, 'request id'],
  '502-html': ['error', 'http_error', SOON, 'inform its operator'],
  '503-40': ['error', 'storage_unavailable', [41, 45], 'inform its operator'],
  'echoes-the-key': ['refused', 'invalid_body', IN_AN_HOUR, '[key]: seen'],
};
