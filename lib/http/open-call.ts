import { checkQuery } from '@/lib/contract/check';
import type { EndpointDeps, OpenEndpoint, Received } from './endpoint';
import { INVALID_KEY, invalidQuery, MISSING_KEY, NOT_FOUND } from './errors';
import { type ApiError, errorReply, type Reply } from './reply';

/** Checks the query and, if the endpoint needs it, the metrics token; for endpoints without an API key. */
export function callWithoutKey(
  deps: EndpointDeps,
  endpoint: OpenEndpoint,
  received: Received<Readonly<Record<string, string>>, string>,
): Promise<Reply> | Reply {
  const { request, requestId } = received;
  if (endpoint.auth === 'metrics token') {
    if (deps.metrics === undefined) return errorReply(requestId, NOT_FOUND);
    const { token } = deps.metrics;
    const refusal = metricsTokenError(request.headers.get('authorization'), token, deps.hashKey);
    if (refusal !== null) return errorReply(requestId, refusal);
  }
  if (endpoint.query === undefined) return endpoint.handle(deps, { ...received, query: undefined });
  const checked = checkQuery(endpoint.query, received.query);
  if (!checked.ok) return errorReply(requestId, invalidQuery(checked.issues));
  return endpoint.handle(deps, { ...received, query: checked.value });
}

/**
 * The error of an `Authorization` field without the metrics token; `null` if it has the token. Compares hashes, so
 * that the time reveals nothing.
 */
function metricsTokenError(
  authorization: string | null,
  token: string,
  hash: (text: string) => string,
): ApiError | null {
  const [, given] = /^bearer[ \t]+(.+)$/i.exec(authorization?.trim() ?? '') ?? [];
  if (given === undefined) return { ...MISSING_KEY, message: NO_TOKEN };
  return hash(given) === hash(token) ? null : { ...INVALID_KEY, message: WRONG_TOKEN };
}

const NO_TOKEN = 'Send the metrics token as "Authorization: Bearer <token>".';
const WRONG_TOKEN = 'This is not the metrics token.';
