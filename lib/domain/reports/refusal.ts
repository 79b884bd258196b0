import { DAY_MS, HOUR_MS } from '../quota/plan';
import { UUID } from '../text/uuid';

/** The closed list of API errors and the one table of their statuses (contract section 5). */
export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_query: 400,
  invalid_body: 400,
  missing_key: 401,
  invalid_key: 401,
  bot_disabled: 403,
  bot_mismatch: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  update_too_soon: 429,
  quota_exceeded: 429,
  too_many_reads: 429,
  too_many_pauses: 429,
  too_many_changes: 429,
  internal_error: 500,
  storage_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The status of a stored error; `null` for one that only another version of the service knows. */
export const statusOf = (error: ErrorCode): number | null =>
  Object.hasOwn(ERROR_STATUS, error) ? ERROR_STATUS[error] : null;

/** Refused calls as a bot's activity lists them. */

/** Refused calls of one sequence. A closed list of fields: nothing else of a request is stored. */
export type RefusedCalls = {
  readonly botId: string;
  /** `''` for a report that was sent from the dashboard. */
  readonly keyId: string;
  /** Method and path template, `POST /api/v1/bots/stats`, or DASHBOARD. */
  readonly operation: string;
  readonly error: ErrorCode;
  /** The message of the last one. */
  readonly message: string;
  /** The id of the last one; `''` if the client chose it (see storedRequestId). */
  readonly requestId: string;
  /** What the last one had for a body (lib/contract/sent-body.ts); `''` if it is not kept. */
  readonly sent: string;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
};

/** RefusedCalls as stored. */
export type RefusalRow = RefusedCalls & { readonly id: string };

/** The operation of reports that a person sends from the dashboard. */
export const DASHBOARD = 'Send stats now';

/** A sequence ends when this time passes without one of its calls. */
const SEQUENCE_GAP_MS = HOUR_MS;
/** How long a row is kept after its last call. */
export const REFUSALS_KEPT_MS = 7 * DAY_MS;

/**
 * The most rows of a bot. Revoked and expired keys have rows of their own number, so that one which someone else still
 * uses does not displace the refusals of live keys.
 */
export const REFUSALS_MAX = { live: 400, ended: 100 } as const;
export type RefusalGroup = keyof typeof REFUSALS_MAX;
/** Refused calls of keys that are not live have this error, and no others do. */
export const ENDED_KEY_ERROR = 'invalid_key' satisfies ErrorCode;
export const refusalGroupOf = ({ error }: Pick<RefusedCalls, 'error'>): RefusalGroup =>
  error === ENDED_KEY_ERROR ? 'ended' : 'live';

/** The request id if it is a UUID, as those of the service are; a client may send a secret in the header. */
export const storedRequestId = (requestId: string): string => (UUID.test(requestId) ? requestId : '');

/** The part of a sequence's identity besides bot and key: numbers in messages make no difference. */
const refusalKind = ({
  operation,
  error,
  message,
}: Pick<RefusedCalls, 'operation' | 'error' | 'message'>): string =>
  `${operation}\n${error}\n${message.replace(/\d+(?: seconds?| characters?)?/g, '')}`;

const identityOf = (calls: RefusedCalls): string => `${calls.botId}\n${calls.keyId}\n${refusalKind(calls)}`;

/** Whether less than an hour passed between the two. */
const isContinued = (one: RefusedCalls, other: RefusedCalls): boolean =>
  Math.max(one.firstAtMs, other.firstAtMs) - Math.min(one.lastAtMs, other.lastAtMs) < SEQUENCE_GAP_MS;

/** The earliest `lastAtMs` of a row that can continue with `calls`. */
export const openSinceMs = (calls: readonly RefusedCalls[]): number =>
  Math.min(...calls.map(({ firstAtMs }) => firstAtMs)) - SEQUENCE_GAP_MS;

/** Two parts of one sequence as one. */
function joined<Row extends RefusedCalls>(row: Row, more: RefusedCalls): Row {
  const { message, requestId, sent } = more.lastAtMs < row.lastAtMs ? row : more;
  return {
    ...row,
    message,
    requestId,
    sent,
    count: row.count + more.count,
    firstAtMs: Math.min(row.firstAtMs, more.firstAtMs),
    lastAtMs: Math.max(row.lastAtMs, more.lastAtMs),
  };
}

/** Rows to write: those that continue, with their new values, and new ones. */
export type MergedRefusals = {
  readonly continued: readonly RefusalRow[];
  readonly added: readonly RefusalRow[];
};

/** Merges refused calls into the rows that were stored before. Rows that do not change are left out. */
export function mergeRefusals(
  stored: readonly RefusalRow[],
  calls: readonly RefusedCalls[],
  newId: () => string,
): MergedRefusals {
  const byIdentity = new Map<string, RefusalRow[]>();
  const rowsLike = (calls: RefusedCalls): RefusalRow[] => {
    const identity = identityOf(calls);
    const rows = byIdentity.get(identity) ?? [];
    byIdentity.set(identity, rows);
    return rows;
  };
  for (const row of stored) rowsLike(row).push(row);
  for (const more of calls) {
    const rows = rowsLike(more);
    const at = rows.findIndex((row) => isContinued(row, more));
    const row = rows[at];
    if (row === undefined) rows.push({ ...more, id: newId() });
    else rows[at] = joined(row, more);
  }
  const before = new Map(stored.map((row) => [row.id, row]));
  const written = [...byIdentity.values()].flat().filter((row) => before.get(row.id) !== row);
  return {
    continued: written.filter(({ id }) => before.has(id)),
    added: written.filter(({ id }) => !before.has(id)),
  };
}
