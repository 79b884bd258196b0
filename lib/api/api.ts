import { gzipSync } from 'node:zlib';
import { BUILD_HEADER } from '@/lib/contract/api-paths';
import { checkQuery } from '@/lib/contract/check';
import { openApiDocument } from '@/lib/contract/openapi/openapi';
import { KEY_PREFIX } from '@/lib/domain/keys/api-key';
import type { Hold, Store } from '@/lib/ports/ports';
import {
  apiErrorOf,
  INVALID_KEY,
  invalidQuery,
  MISSING_KEY,
  methodNotAllowed,
  NOT_FOUND,
  notFound,
} from './errors';
import { isPackage } from './incoming';
import { callWithKey } from './key-call';
import { entityTag } from './negotiation';
import type { Observe } from './observe';
import {
  type ApiError,
  errorReply,
  type OpenApiText,
  type OpenOperation,
  type Operation,
  type OperationDeps,
  type Received,
  type Reply,
  toResponse,
} from './operation';
import { OPERATIONS } from './operations/list';
import { NO_PACKAGE } from './operations/packages';
import { createRouter, type Match } from './router';
import { nearestPath } from './routes';
import { callWithSession } from './session-call';
import { callFromList } from './vote-call';

/**
 * The API as one function, used by the front door and by Next's route files. `target` is the raw path with the query,
 * if any; the URL of `request` is ignored. `hold` tells the server that the response is held back; its signal is aborted
 * once the client has hung up, by default when it closes the connection.
 */
export type Api = (target: string, request: Request, hold?: () => Hold) => Promise<Response>;

type ApiDeps = Omit<OperationDeps, 'probe' | 'openApi'> & {
  readonly store: Store;
  readonly newRequestId: () => string;
  /** A faster Response class from the front door; by default the global one. */
  readonly Response?: typeof Response;
  readonly observe?: Observe | undefined;
};

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Request ids are returned and logged, so a misplaced API key must not become one. */
const isKept = (id: string) => REQUEST_ID.test(id) && !id.startsWith(KEY_PREFIX);

/** Serves `operations` and responds `not_found` to everything else; never rejects. */
export function createApi(apiDeps: ApiDeps, operations: readonly Operation[] = OPERATIONS): Api {
  const isServed = ({ auth }: Operation) => auth !== 'metrics token' || apiDeps.metrics !== undefined;
  const router = createRouter(operations.filter(isServed));
  let openApi: OpenApiText | undefined;
  const deps: OperationDeps = {
    ...apiDeps,
    probe: sharedProbe(apiDeps.store),
    openApi() {
      // Cached: composing the document takes as long as a hundred calls.
      openApi ??= openApiText(operations);
      return openApi;
    },
  };
  const { observe, Response: ResponseClass = Response } = apiDeps;

  return async (target, request, hold = () => ({ signal: request.signal, end: () => {} })) => {
    const startedAt = performance.now();
    const given = request.headers.get('x-request-id');
    const requestId = given !== null && isKept(given) ? given : apiDeps.newRequestId();
    const [path, query] = splitTarget(target);
    const match = router.find(path);
    let isHeld = false;
    const markHeld = () => {
      isHeld = true;
      return hold();
    };
    let reply: Reply;
    try {
      reply = await respond(deps, match, path, { request, requestId, query, hold: markHeld });
    } catch (error) {
      deps.onError(error, requestId);
      reply = errorReply(requestId, apiErrorOf(error));
    }
    observe?.({
      requestId,
      route: match?.route.path ?? 'other',
      method: request.method,
      status: reply.status,
      error: reply.errorCode,
      isHeld,
      durationMs: performance.now() - startedAt,
    });
    return toResponse(reply, requestId, request.method === 'HEAD', ResponseClass);
  };
}

function openApiText(operations: readonly Operation[]): OpenApiText {
  const text = JSON.stringify(openApiDocument(operations));
  return { text, gzip: gzipSync(text), tag: entityTag({ text }) };
}

function splitTarget(target: string): [path: string, query: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

function respond(
  deps: OperationDeps,
  match: Match | null,
  path: string,
  call: Omit<Received<unknown, string>, 'params'>,
): Promise<Reply> | Reply {
  const { request, requestId } = call;
  if (match === null && isPackage(path)) return NO_PACKAGE;
  if (match === null) return errorReply(requestId, notFound(nearestPath(path)));
  const { route, params } = match;
  const operation = route.operations.get(request.method);
  const received = { ...call, params };
  if (route.takesVotes || operation?.auth === 'source') return callFromList(deps, route, received);
  if (operation === undefined) return errorReply(requestId, methodNotAllowed(route.allow));
  if (operation.auth === 'key') return callWithKey(deps, operation, received);
  if (operation.auth === 'session') return withBuild(deps, callWithSession(deps, operation, received));
  // Any query is good: a bad value is the default.
  if (operation.auth === 'public') return operation.handle(deps, received);
  return callWithoutKey(deps, operation, received);
}

async function withBuild({ build }: OperationDeps, reply: Promise<Reply>): Promise<Reply> {
  const { headers, ...rest } = await reply;
  return { ...rest, headers: { ...headers, ...(build !== undefined && { [BUILD_HEADER]: build }) } };
}

/** Anyone may probe, and each probe costs a commit: calls within this time share one. */
const PROBE_SHARED_MS = 400;

/** Returns a probe of the store that concurrent callers share. */
function sharedProbe(store: Store): () => Promise<void> {
  let probe: Promise<void> | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (probe === null || performance.now() - startedAt > PROBE_SHARED_MS) {
      startedAt = performance.now();
      probe = store.probe();
    }
    return probe;
  };
}

/** Checks the query and, if the operation needs it, the metrics token; for operations without an API key. */
function callWithoutKey(
  deps: OperationDeps,
  operation: OpenOperation,
  received: Received<Readonly<Record<string, string>>, string>,
): Promise<Reply> | Reply {
  const { request, requestId } = received;
  if (operation.auth === 'metrics token') {
    if (deps.metrics === undefined) return errorReply(requestId, NOT_FOUND);
    const { token } = deps.metrics;
    const refusal = metricsTokenError(request.headers.get('authorization'), token, deps.hashKey);
    if (refusal !== null) return errorReply(requestId, refusal);
  }
  if (operation.query === undefined) return operation.handle(deps, { ...received, query: undefined });
  const checked = checkQuery(operation.query, received.query);
  if (!checked.ok) return errorReply(requestId, invalidQuery(checked.issues));
  return operation.handle(deps, { ...received, query: checked.value });
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
