import type { Auth } from '@/lib/contract/operation-contract';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';

/** Response headers of the OpenAPI document (contract sections 5 and 6). */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The same as `requestId` in an error.',
    schema: { $ref: '#/components/schemas/RequestId' },
  },
  'Cache-Control': {
    description: '`no-store`; for what anyone may see, how many seconds others may keep it.',
    schema: { type: 'string', pattern: '^(no-store|public, max-age=(60|300), s-maxage=(60|300))$' },
  },
  ETag: { description: 'A weak tag of the content; sent back, it gets 304.', schema: { type: 'string' } },
  Vary: { description: 'The request headers that the content depends on.', schema: { type: 'string' } },
  'Access-Control-Allow-Origin': {
    description: 'Always `*`: other sites may read it.',
    schema: { type: 'string', const: '*' },
  },
  'Content-Security-Policy': { description: 'It runs and loads nothing.', schema: { type: 'string' } },
  'X-Content-Type-Options': {
    description: 'Always `nosniff`.',
    schema: { type: 'string', const: 'nosniff' },
  },
  'RateLimit-Policy': {
    description: 'The quota of the cycle and the interval between reports (IETF rate limit fields).',
    schema: { type: 'string', examples: ['"quota";q=1500;w=2592000, "interval";q=1;w=1800'] },
  },
  RateLimit: {
    description:
      'What is left after this call: `r` calls until the reset in `t` seconds; for the interval `r` is 1 when a report is acceptable now, else `t` is the wait.',
    schema: { type: 'string', examples: ['"quota";r=1350;t=1123200, "interval";r=0;t=300'] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Whole seconds; a client that waits exactly that long is accepted.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

const ALWAYS = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'] as const;
const PUBLIC = ['ETag', 'Access-Control-Allow-Origin', 'Content-Security-Policy'] as const;
const RATE_LIMIT = ['RateLimit-Policy', 'RateLimit'] as const;

/** The headers of a successful call or of an error; only calls with a key have rate limit headers. */
export function headersOf(what: 'served' | ErrorCode, auth: Auth): readonly HeaderName[] {
  const rateLimit = auth === 'key' ? RATE_LIMIT : [];
  if (what === 'served' && auth === 'public') return [...ALWAYS, ...PUBLIC];
  if (what === 'served') return [...ALWAYS, ...rateLimit];
  const status = ERROR_STATUS[what];
  if (status === 401) return [...ALWAYS, 'WWW-Authenticate'];
  // The page of a bot that is not public has them.
  if (status === 404 && auth === 'public') return [...ALWAYS, 'ETag', 'Content-Security-Policy'];
  if (status === 404 || status === 405) return ALWAYS;
  const isTimed = status === 429 || status === 503;
  return [...ALWAYS, ...rateLimit, ...(isTimed ? (['Retry-After'] as const) : [])];
}
