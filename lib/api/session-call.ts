import { checkQuery } from '@/lib/contract/check';
import { isReadStopped, isTooManyReads } from '@/lib/ports/fair-reads';
import type { Refusal } from '@/lib/services/result';
import { invalidQuery, NOT_FOUND, TOO_MANY_READS } from './errors';
import { entityTag, gzipped } from './negotiation';
import {
  errorReply,
  type OperationDeps,
  type Received,
  type Reply,
  type SessionOperation,
} from './operation';
import { ownOrigin } from './same-origin';

const STATUS: Record<Refusal['code'], number> = {
  forbidden: 403,
  not_found: 404,
  invalid: 400,
  conflict: 409,
  unavailable: 503,
  signed_out: 401,
  too_many: 429,
};

/**
 * Responds to a page's own read: the service's view or refusal as JSON, or 304 if the client has this version already.
 * `received.query` is the query string.
 */
export async function callWithSession(
  { sessions }: OperationDeps,
  operation: SessionOperation,
  received: Received<Readonly<Record<string, string>>, string>,
): Promise<Reply> {
  const { request, requestId } = received;
  if (sessions === undefined) return errorReply(requestId, NOT_FOUND);
  const who = await sessions.callerOf(request.headers.get('cookie') ?? '', ownOrigin(request.headers));
  if (who.kind === 'anonymous') return jsonReply(401, { message: 'Sign in first.' });
  let query: unknown;
  if (operation.query !== undefined) {
    const checked = checkQuery(operation.query, received.query);
    if (!checked.ok) return errorReply(requestId, invalidQuery(checked.issues));
    query = checked.value;
  }
  try {
    const result = await operation.handle(sessions.ports, { ...received, query, who });
    if (!result.ok) return jsonReply(STATUS[result.refusal.code], { message: result.refusal.message });
    const { version, read } = result.value;
    const tag = version && entityTag(version);
    const headers = { ...PRIVATE, ...(tag && { ETag: tag }) };
    // Only a client with another version makes the rest be read.
    if (tag && request.headers.get('if-none-match') === tag) return { status: 304, headers, body: '' };
    const reply = { status: 200, headers, body: JSON.stringify(await read()) };
    return await gzipped(reply, request.headers.get('accept-encoding'));
  } catch (error) {
    if (isTooManyReads(error) || isReadStopped(error)) return errorReply(requestId, TOO_MANY_READS);
    throw error;
  }
}

const PRIVATE = { 'Cache-Control': 'private, no-store' };

const jsonReply = (status: number, body: object): Reply => ({
  status,
  headers: PRIVATE,
  body: JSON.stringify(body),
});
