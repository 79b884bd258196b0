import { checkQuery } from '@/lib/contract/check';
import type { EndpointDeps, OpenEndpoint, Received } from './endpoint';
import { invalidQuery, NOT_FOUND } from './errors';
import { metricsTokenError } from './metrics-token';
import { errorReply, type Reply } from './reply';

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
