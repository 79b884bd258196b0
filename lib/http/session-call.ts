import { checkQuery } from '@/lib/contract/check';
import type { Refusal } from '@/lib/services/result';
import type { EndpointDeps, Received, SessionEndpoint } from './endpoint';
import { invalidQuery, NOT_FOUND } from './errors';
import { errorReply, type Reply } from './reply';
import { ownOrigin } from './same-origin';

const STATUS: Record<Refusal['code'], number> = {
  forbidden: 403,
  not_found: 404,
  invalid: 400,
  conflict: 409,
  unavailable: 503,
};

/** Responds to a page's own read: the service's value or refusal as JSON. `received.query` is the query string. */
export async function callWithSession(
  { sessions }: EndpointDeps,
  endpoint: SessionEndpoint,
  received: Received<Readonly<Record<string, string>>, string>,
): Promise<Reply> {
  const { request, requestId } = received;
  if (sessions === undefined) return errorReply(requestId, NOT_FOUND);
  const isSecure = ownOrigin(request.headers).startsWith('https:');
  const who = await sessions.callerOf(request.headers.get('cookie') ?? '', isSecure);
  if (who.kind === 'anonymous') return jsonReply(401, { message: 'Sign in first.' });
  let query: unknown;
  if (endpoint.query !== undefined) {
    const checked = checkQuery(endpoint.query, received.query);
    if (!checked.ok) return errorReply(requestId, invalidQuery(checked.issues));
    query = checked.value;
  }
  const result = await endpoint.handle(sessions.ports, { ...received, query, who });
  if (result.ok) return jsonReply(200, result.value);
  return jsonReply(STATUS[result.refusal.code], { message: result.refusal.message });
}

const jsonReply = (status: number, body: object): Reply => ({
  status,
  headers: { 'Cache-Control': 'private, no-store' },
  body: JSON.stringify(body),
});
