import { openApiDocument } from '@/lib/contract/openapi';
import { KEY_PREFIX } from '@/lib/domain/api-key';
import type { Store } from '@/lib/services/ports';
import { INTERNAL_ERROR, methodNotAllowed, NOT_FOUND } from './failures';
import { getUsage } from './get-usage';
import { live, readiness } from './health';
import { type MeteredDeps, metered } from './metered';
import { type Metrics, metricsEndpoint } from './metrics';
import type { Observe } from './observe';
import { postReport } from './post-report';
import { failure, type Reply, toResponse } from './reply';

/** Every path of the API, with its one method. Whatever else lies under `/api` is `not_found`. */
export const API_METHODS = {
  '/api/v1/bots/stats': 'POST',
  '/api/v1/usage': 'GET',
  '/api/health/live': 'GET',
  '/api/health/ready': 'GET',
  '/api/openapi.json': 'GET',
  '/api/metrics': 'GET',
} as const;
export type ApiPath = keyof typeof API_METHODS;

export const isApiPath = (path: string): path is ApiPath => Object.hasOwn(API_METHODS, path);

/** The API as one function: the same one behind the front door and in Next's route files. */
export type Api = (path: string, request: Request) => Promise<Response>;

export type ApiDeps = MeteredDeps & {
  readonly store: Store;
  readonly newRequestId: () => string;
  /** The front door brings a lighter one than the platform's. */
  readonly Response?: typeof Response;
  /** Absent: `/api/metrics` is `not_found`. */
  readonly metrics?: { readonly figures: Metrics; readonly token: string } | undefined;
  readonly observe?: Observe | undefined;
};

type Handler = (request: Request, requestId: string) => Promise<Reply> | Reply;

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Ids are answered and logged: a key in the wrong place is none. */
const isKept = (id: string) => REQUEST_ID.test(id) && !id.startsWith(KEY_PREFIX);

/** Answers every request under `/api` that is not the sign-in library's or a page's own; never rejects. */
export function createApi(deps: ApiDeps): Api {
  const ready = readiness(deps.store, deps.onError);
  let openApi: string | undefined;
  const handlers: Partial<Record<ApiPath, Handler>> = {
    '/api/v1/bots/stats': (request, id) => metered(deps, request, id, (call) => postReport(deps, call)),
    '/api/v1/usage': (request, id) => metered(deps, request, id, (call) => getUsage(deps, call)),
    '/api/health/live': live,
    '/api/health/ready': (_, id) => ready(id),
    '/api/openapi.json': () => {
      // Composing it takes as long as a hundred calls.
      openApi ??= JSON.stringify(openApiDocument());
      return { status: 200, headers: {}, body: openApi };
    },
    ...(deps.metrics && {
      '/api/metrics': metricsEndpoint(deps.metrics.figures, deps.metrics.token, deps.hashKey),
    }),
  };

  const answer = (path: string, request: Request, requestId: string) => {
    const handle = isApiPath(path) ? handlers[path] : undefined;
    if (!isApiPath(path) || handle === undefined) return failure(requestId, NOT_FOUND);
    const allowed = API_METHODS[path];
    if (request.method !== allowed) return failure(requestId, methodNotAllowed(allowed));
    return handle(request, requestId);
  };

  return async (path, request) => {
    const startedAt = performance.now();
    const given = request.headers.get('x-request-id');
    const requestId = given !== null && isKept(given) ? given : deps.newRequestId();
    let reply: Reply;
    try {
      reply = await answer(path, request, requestId);
    } catch (error) {
      deps.onError(error, requestId);
      reply = failure(requestId, INTERNAL_ERROR);
    }
    deps.observe?.({
      requestId,
      route: isApiPath(path) ? path : 'other',
      method: request.method,
      status: reply.status,
      error: reply.errorCode,
      durationMs: performance.now() - startedAt,
    });
    return toResponse(reply, requestId, request.method === 'HEAD', deps.Response ?? Response);
  };
}
