import { gzipSync } from 'node:zlib';
import { BUILD_HEADER } from '@/lib/contract/api-paths';
import { openApiDocument } from '@/lib/contract/openapi/openapi';
import type { Auth } from '@/lib/contract/operation-contract';
import { KEY_PREFIX } from '@/lib/domain/keys/key-text';
import type { Store } from '@/lib/ports/ports';
import { apiErrorOf, INVALID_KEY, invalidJson, MISSING_KEY, methodNotAllowed, pathNotFound } from './errors';
import { isPackage } from './incoming';
import { callWithKey } from './key-call';
import { entityTag } from './negotiation';
import type { Observe } from './observe';
import {
  type ApiRequest,
  type ApiResponse,
  errorReply,
  type OpenApiText,
  type OpenOperation,
  type Operation,
  type OperationDeps,
  type Reply,
  type SessionOperation,
  toResponse,
  type UncheckedRequest,
} from './operation';
import { OPERATIONS } from './operations/list';
import { NO_PACKAGE } from './operations/packages';
import { BodyAborted, readQuery } from './read-body';
import { createRouter, type Match, type Router } from './router';
import { callWithSession } from './session-call';

/** The API, which node-edge.ts serves on node:http and web-edge.ts in Next's route files. */
export type Api = Pick<Router, 'find'> & {
  /** Runs the operation of a match, or responds `not_found` without one. Never rejects. */
  readonly respond: (request: ApiRequest, match: Match | null) => Promise<ApiResponse>;
};

type ApiDeps = Omit<OperationDeps, 'probe' | 'openApi'> & {
  readonly store: Store;
  readonly newRequestId: () => string;
  readonly observe?: Observe | undefined;
};

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Request ids are returned and logged, so a misplaced API key must not become one. */
const isKept = (id: string | undefined): id is string =>
  id !== undefined && REQUEST_ID.test(id) && !id.startsWith(KEY_PREFIX);

export function createApi(apiDeps: ApiDeps, operations: readonly Operation[] = OPERATIONS): Api {
  const router = createRouter(operations);
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
  const operationFor = ({ path, method }: ApiRequest, match: Match | null, requestId: string) => {
    if (match === null || isOff(deps, match))
      return isPackage(path) ? NO_PACKAGE : errorReply(requestId, pathNotFound(router.nearest(path)));
    const { operations, allow, auth } = match.route;
    // Of a source, an unknown one comes before a wrong method.
    const [first] = auth === 'source' ? operations.values() : [];
    return operations.get(method) ?? first ?? errorReply(requestId, methodNotAllowed(allow));
  };

  return {
    find: router.find,
    async respond(request, match) {
      const startedAt = performance.now();
      const given = request.headers['x-request-id'];
      const requestId = isKept(given) ? given : apiDeps.newRequestId();
      let isHeld = false;
      const hold = () => {
        isHeld = true;
        return request.hold();
      };
      let reply: Reply;
      try {
        const found = operationFor(request, match, requestId);
        const received = { ...request, hold, requestId, params: match?.params ?? {} };
        reply = 'status' in found ? found : await CALLS[found.auth](deps, found as never, received);
      } catch (error) {
        const isAborted = error instanceof BodyAborted;
        if (!isAborted) deps.onError(error, requestId);
        reply = errorReply(requestId, isAborted ? INCOMPLETE : apiErrorOf(error));
      }
      apiDeps.observe?.({
        requestId,
        route: match?.route.path ?? 'other',
        method: request.method,
        status: reply.status,
        error: reply.errorCode,
        isHeld,
        durationMs: performance.now() - startedAt,
      });
      return toResponse(reply, requestId, request.method === 'HEAD');
    },
  };
}

/** What runs an operation, by who may call it. */
const CALLS: Readonly<
  Record<Auth, (deps: OperationDeps, operation: never, received: UncheckedRequest) => Promise<Reply> | Reply>
> = {
  key: callWithKey,
  session: withBuild,
  'metrics token': callWithToken,
  none: callWithoutKey,
  public: callWithoutKey,
  source: callWithoutKey,
};

const isOff = ({ metrics }: OperationDeps, { route }: Match): boolean =>
  route.auth === 'metrics token' && metrics === undefined;

function openApiText(operations: readonly Operation[]): OpenApiText {
  const text = JSON.stringify(openApiDocument(operations));
  return { text, gzip: gzipSync(text), tag: entityTag({ text }) };
}

async function withBuild(deps: OperationDeps, operation: SessionOperation, received: UncheckedRequest) {
  const reply = await callWithSession(deps, operation, received);
  return deps.build === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, [BUILD_HEADER]: deps.build } };
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

function callWithoutKey(
  deps: OperationDeps,
  operation: OpenOperation,
  received: UncheckedRequest,
): Promise<Reply> | Reply {
  const query = readQuery(operation, received.query);
  return query.ok
    ? operation.handle(deps, { ...received, query: query.value })
    : errorReply(received.requestId, query.failure);
}

/** Compares hashes of the metrics token, so that the time reveals nothing. */
function callWithToken(
  deps: OperationDeps,
  operation: OpenOperation,
  received: UncheckedRequest,
): Promise<Reply> | Reply {
  const [, given] = /^bearer[ \t]+(.+)$/i.exec(received.headers.authorization?.trim() ?? '') ?? [];
  if (given === undefined) return errorReply(received.requestId, { ...MISSING_KEY, message: NO_TOKEN });
  return deps.hashKey(given) === deps.hashKey(deps.metrics?.token ?? '')
    ? callWithoutKey(deps, operation, received)
    : errorReply(received.requestId, { ...INVALID_KEY, message: WRONG_TOKEN });
}

const INCOMPLETE = invalidJson({ reason: 'The body is incomplete.' });
const NO_TOKEN = 'Send the metrics token as "Authorization: Bearer <token>".';
const WRONG_TOKEN = 'This is not the metrics token.';
