import type { Caller } from '@/lib/domain/people/caller';
import { isReadStopped, isTooManyReads } from '@/lib/ports/fair-reads';
import type { Ports } from '@/lib/ports/ports';
import type { Refusal } from '@/lib/services/result';
import { NOT_FOUND, TOO_MANY_READS } from './errors';
import { entityTag, gzipped } from './negotiation';
import {
  errorReply,
  type OperationDeps,
  originOf,
  type Reply,
  type SessionOperation,
  type UncheckedRequest,
} from './operation';
import { readQuery } from './read-body';

const STATUS: Record<Refusal['code'], number> = {
  forbidden: 403,
  not_found: 404,
  invalid: 400,
  conflict: 409,
  unavailable: 503,
  signed_out: 401,
  too_many: 429,
};

/** Reads of one session at a time, those that wait for their turn too (contract section 8: 8, and those that run). */
const READS_AT_ONCE_MAX = 16;
const readsOf = new Map<string, number>();

/**
 * Responds to a page's own read: the service's view or refusal as JSON, or 304 if the client has this version already.
 * One of too many reads is refused before anything is read: with hundreds at once, metered calls would wait for their
 * sessions. `received.query` is the query string.
 */
export async function callWithSession(
  { sessions }: OperationDeps,
  operation: SessionOperation,
  received: UncheckedRequest,
): Promise<Reply> {
  const { headers, requestId } = received;
  if (sessions === undefined) return errorReply(requestId, NOT_FOUND);
  const secret = await sessions.secretOf(headers.cookie ?? '', originOf(received));
  if (secret === null) return SIGNED_OUT;
  const earlier = readsOf.get(secret) ?? 0;
  if (earlier >= READS_AT_ONCE_MAX) return errorReply(requestId, TOO_MANY_READS);
  readsOf.set(secret, earlier + 1);
  try {
    const who = await sessions.callerOf(secret);
    return who.kind === 'anonymous'
      ? SIGNED_OUT
      : await respond(sessions.ports, operation, { ...received, who });
  } catch (error) {
    if (isTooManyReads(error) || isReadStopped(error)) return errorReply(requestId, TOO_MANY_READS);
    throw error;
  } finally {
    const left = (readsOf.get(secret) ?? 0) - 1;
    if (left > 0) readsOf.set(secret, left);
    else readsOf.delete(secret);
  }
}

async function respond(
  ports: Ports,
  operation: SessionOperation,
  received: UncheckedRequest & { readonly who: Caller },
): Promise<Reply> {
  const query = readQuery(operation, received.query);
  if (!query.ok) return errorReply(received.requestId, query.failure);
  const result = await operation.handle(ports, { ...received, query: query.value });
  if (!result.ok) return jsonReply(STATUS[result.refusal.code], { message: result.refusal.message });
  const { version, read } = result.value;
  const tag = version && entityTag(version);
  const headers = { ...PRIVATE, ...(tag && { ETag: tag }) };
  // Only a client with another version makes the rest be read.
  if (tag && received.headers['if-none-match'] === tag) return { status: 304, headers, body: '' };
  const reply = { status: 200, headers, body: JSON.stringify(await read()) };
  return gzipped(reply, received.headers['accept-encoding']);
}

const PRIVATE = { 'Cache-Control': 'private, no-store' };

const jsonReply = (status: number, body: object): Reply => ({
  status,
  headers: PRIVATE,
  body: JSON.stringify(body),
});

const SIGNED_OUT = jsonReply(401, { message: 'Sign in first.' });
