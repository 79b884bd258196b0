import { checkQuery } from '@/lib/contract/check';
import { BLOCKS_IM, deltaOf } from '@/lib/contract/parts';
import { isReadStopped, isTooManyReads } from '@/lib/ports/fair-reads';
import type { Refusal } from '@/lib/services/result';
import { gzipped } from './content-coding';
import type { EndpointDeps, Received, SessionEndpoint } from './endpoint';
import { blockTagsOf, entityTag } from './entity-tag';
import { invalidQuery, NOT_FOUND, TOO_MANY_READS } from './errors';
import { errorReply, type Reply } from './reply';
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

/** Responds to a page's own read: the service's value or refusal as JSON. `received.query` is the query string. */
export async function callWithSession(
  { sessions }: EndpointDeps,
  endpoint: SessionEndpoint,
  received: Received<Readonly<Record<string, string>>, string>,
): Promise<Reply> {
  const { request, requestId } = received;
  if (sessions === undefined) return errorReply(requestId, NOT_FOUND);
  const who = await sessions.callerOf(request.headers.get('cookie') ?? '', ownOrigin(request.headers));
  if (who.kind === 'anonymous') return jsonReply(401, { message: 'Sign in first.' });
  let query: unknown;
  if (endpoint.query !== undefined) {
    const checked = checkQuery(endpoint.query, received.query);
    if (!checked.ok) return errorReply(requestId, invalidQuery(checked.issues));
    query = checked.value;
  }
  let result: Awaited<ReturnType<SessionEndpoint['handle']>>;
  try {
    result = await endpoint.handle(sessions.ports, { ...received, query, who });
  } catch (error) {
    if (isTooManyReads(error) || isReadStopped(error)) return errorReply(requestId, TOO_MANY_READS);
    throw error;
  }
  if (result.ok) return freshReply(endpoint, request.headers, result.value);
  return jsonReply(STATUS[result.refusal.code], { message: result.refusal.message });
}

/** 304 if the client has this version already, and 226 with what it does not have if it asks for blocks (RFC 3229). */
async function freshReply({ split }: SessionEndpoint, headers: Headers, value: object): Promise<Reply> {
  const parts = split?.partsOf(value) ?? { rest: value, blocks: [] };
  const ETag = entityTag(split?.lastingOf(parts) ?? parts);
  const known = headers.get('if-none-match') ?? '';
  const fields = { ...PRIVATE, ETag };
  if (known === ETag) return { status: 304, headers: fields, body: '' };
  const reply =
    split !== undefined && headers.get('a-im') === BLOCKS_IM
      ? {
          ...jsonReply(226, deltaOf(parts, blockTagsOf(ETag), blockTagsOf(known))),
          headers: { ...fields, IM: BLOCKS_IM },
        }
      : { ...jsonReply(200, value), headers: fields };
  return gzipped(reply, headers.get('accept-encoding'));
}

const PRIVATE = { 'Cache-Control': 'private, no-store' };

const jsonReply = (status: number, body: object): Reply => ({
  status,
  headers: PRIVATE,
  body: JSON.stringify(body),
});
