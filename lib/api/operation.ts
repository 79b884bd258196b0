import type { Issue } from '@/lib/contract/faults/body';
import type {
  AnySchema,
  Body,
  NoSchema,
  OperationContract,
  OutputOf,
  QuerySchema,
} from '@/lib/contract/operation-contract';
import type { PathParameters } from '@/lib/contract/path-parameters';
import type { Account } from '@/lib/domain/bots/account';
import type { Caller, KeyCaller } from '@/lib/domain/people/caller';
import { rateLimitFields } from '@/lib/domain/reports/interval';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';
import type { DeliveryOutcome, VoteKind } from '@/lib/domain/votes/vote';
import type { Hold, Ports, Snapshot } from '@/lib/ports/ports';
import { ownOrigin } from '@/lib/request/same-origin';
import type { Drawings } from '@/lib/services/public/drawings';
import type { PublicBots } from '@/lib/services/public/view';
import type { RefusedCall } from '@/lib/services/refusals/record';
import type { Result, Versioned } from '@/lib/services/result';
import type { VoteInbox } from '@/lib/services/votes/inbox';
import type { packagesIn } from './packages';

/** The result of a delivery of a list. */
export type VoteOutcome = DeliveryOutcome | 'unauthorized';

export type OpenApiText = {
  readonly text: string;
  readonly gzip: Uint8Array<ArrayBuffer>;
  readonly tag: string;
};

/** Dependencies of operations. */
export type OperationDeps = Pick<
  Ports,
  'store' | 'directory' | 'factorPolicy' | 'holds' | 'secrets' | 'vault' | 'webhooks'
> & {
  readonly hashKey: (key: string) => string;
  readonly onError: (error: unknown, requestId: string) => void;
  /** Records a refused call for its bot's activity; must neither wait nor throw. */
  readonly noteRefusal?: ((call: RefusedCall) => void) | undefined;
  /** Tests with a real commit whether the database can commit; callers within 0.4 s share a probe. */
  readonly probe: () => Promise<void>;
  /** Whether the process is about to stop. */
  readonly isStopping?: (() => boolean) | undefined;
  /** The OpenAPI document as JSON, also compressed, with its entity tag. */
  readonly openApi: () => OpenApiText;
  /** What operations with a session use; if absent, they are `not_found`. */
  readonly sessions?:
    | {
        readonly ports: Ports;
        /** The session secret in a `Cookie` field; `null` without one. Whether it is valid only `callerOf` knows. */
        readonly secretOf: (cookies: string, origin: string) => Promise<string | null>;
        readonly callerOf: (secret: string) => Promise<Caller>;
      }
    | undefined;
  /** What receives votes; if absent, its paths are `not_found`. */
  readonly votes?:
    | {
        readonly ports: Pick<Ports, 'directory' | 'vault' | 'voteProofs'>;
        readonly inbox: VoteInbox;
        /** Counts a delivery by the kind of its source and its result. */
        readonly count?: ((kind: VoteKind, outcome: VoteOutcome) => void) | undefined;
      }
    | undefined;
  /** What anyone may see; if absent, its paths are `not_found`. */
  readonly publicBots?:
    | {
        readonly bots: PublicBots;
        /** APP_URL. */
        readonly origin: string | null;
        readonly drawings: Drawings;
      }
    | undefined;
  /** The client library for package managers; if absent, its paths are `not_found`. */
  readonly packages?: ReturnType<typeof packagesIn> | undefined;
  /** See BUILD_HEADER; absent in tests. */
  readonly build?: string | undefined;
  /** If absent, operations that need the metrics token are `not_found`. */
  readonly metrics?: { readonly token: string; readonly figures: { reply(): Promise<Reply> } } | undefined;
};

/** A request as plain values: what node:http and Next both have. */
export type ApiRequest = {
  readonly method: string;
  /** Neither decoded nor normalized. */
  readonly path: string;
  /** The query string without `?`. */
  readonly query: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Reads a body of at most `bytesMax`, else `null`. Rejects if the client leaves before the body is complete. */
  readonly readBody: (bytesMax: number) => Promise<Uint8Array | null>;
  /** Called when the response is held back; its signal is aborted once the client has hung up. */
  readonly hold: () => Hold;
};

/** The requested origin, where the front door has resolved its fields. */
export const originOf = ({ headers }: Pick<ApiRequest, 'headers'>): string =>
  ownOrigin({ get: (name) => headers[name] ?? null });

/** A request with parsed path and query. */
export type ParsedRequest<Params = Readonly<Record<string, string>>, Query = unknown> = Omit<
  ApiRequest,
  'query'
> & { readonly requestId: string; readonly params: Params; readonly query: Query };

/** A request whose query is not checked yet. */
export type UncheckedRequest = ParsedRequest<Readonly<Record<string, string>>, string>;

/** A request with a valid key, query and body. */
type KeyCall<Params = Readonly<Record<string, string>>, Query = unknown, Data = unknown> = ParsedRequest<
  Params,
  Query
> & {
  readonly body: Data;
  /** The bot whose key was verified. */
  readonly who: KeyCaller;
  /** The key, for the store. */
  readonly ref: { readonly keyHash: string };
  /** The account of the key's bot when the key was verified. */
  readonly snapshot: Snapshot;
};

/** The result of a store call; `null` if the key was revoked meanwhile. */
export type CallResult =
  | (Snapshot & {
      readonly reply: Reply | ApiError;
      /** What the body of a refused report was (lib/contract/sent-body.ts). */
      readonly sent?: string;
    })
  | null;

// Methods instead of function properties, so that operations with typed parameters fit into one list.
export type KeyOperation = OperationContract & {
  readonly auth: 'key';
  /** Issues of a query that its schema accepts, which depend on the time. */
  issuesAt?(query: unknown, nowMs: number): readonly Issue[];
  handle(deps: OperationDeps, call: KeyCall): Promise<CallResult>;
};
export type SessionOperation = OperationContract & {
  readonly auth: 'session';
  readonly isCounted: false;
  /** The service decides what `who` may see; its view becomes the response. */
  handle(
    ports: Ports,
    call: ParsedRequest & { readonly who: Caller },
  ): Promise<Result<Versioned<object, object | null>>>;
};
export type OpenOperation = OperationContract & {
  readonly auth: 'none' | 'metrics token' | 'public' | 'source';
  readonly isCounted: false;
  handle(deps: OperationDeps, received: ParsedRequest): Promise<Reply> | Reply;
};

/** One operation of the API: its contract and the code that runs it. */
export type Operation = KeyOperation | SessionOperation | OpenOperation;

/** A response of JSON. */
export const jsonResponse = (
  description: string,
  schema: AnySchema,
  example: unknown,
): OperationContract['response'] => ({ description, content: { 'application/json': { schema, example } } });

/** Defines an operation that needs an API key; path, query and body get the types of its template and schemas. */
export function keyOperation<
  Path extends string,
  Query extends AnySchema = NoSchema,
  Data extends AnySchema = NoSchema,
>(
  operation: Omit<KeyOperation, 'path' | 'auth' | 'query' | 'issuesAt' | 'body' | 'errors' | 'handle'> & {
    readonly path: Path;
    /** Besides those that come with a key, a query or a body. */
    readonly errors?: readonly ErrorCode[];
    readonly query?: Query & QuerySchema;
    issuesAt?(query: OutputOf<Query>, nowMs: number): readonly Issue[];
    readonly body?: Body<Data>;
    handle(
      deps: OperationDeps,
      call: KeyCall<PathParameters<Path>, OutputOf<Query>, OutputOf<Data>>,
    ): Promise<CallResult>;
  },
): Operation {
  const errors = [
    ...(operation.body === undefined ? [] : BODY_ERRORS),
    ...(operation.query === undefined ? [] : (['invalid_query'] as const)),
    ...KEY_ERRORS,
    ...(operation.errors ?? []),
  ];
  return { ...operation, auth: 'key', errors } as Operation;
}

const KEY_ERRORS = [
  'missing_key',
  'invalid_key',
  'bot_disabled',
  'internal_error',
  'storage_unavailable',
] as const;
const BODY_ERRORS = ['invalid_json', 'invalid_body', 'body_too_large', 'unsupported_media_type'] as const;

/** Defines an operation for the pages' own reads; path and query get the types of its template and schema. */
export function sessionOperation<
  Path extends string,
  Value extends object,
  Query extends AnySchema = NoSchema,
>(
  operation: Omit<
    SessionOperation,
    'method' | 'path' | 'query' | 'auth' | 'isCounted' | 'response' | 'errors' | 'handle'
  > & {
    readonly path: Path;
    readonly query?: Query;
    handle(
      ports: Ports,
      call: ParsedRequest<PathParameters<Path>, OutputOf<Query>> & { readonly who: Caller },
    ): Promise<Result<Versioned<Value, object | null>>>;
  },
): Operation {
  // What pages read is not documented.
  const response = { description: '', content: {} };
  const common = { method: 'GET', auth: 'session', isCounted: false, errors: [], response } as const;
  return { ...operation, ...common } as Operation;
}

/** What an operation responds. */
export type Reply = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The API error, if any. */
  readonly errorCode?: ErrorCode;
};

/** A 200 with the contract's envelope. `extra` is placed next to `data`. */
export function success(data: unknown, extra: object = {}): Reply {
  return { status: 200, headers: {}, body: JSON.stringify({ success: true, ...extra, data }) };
}

export type ApiError = {
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: object;
  readonly headers?: Record<string, string>;
};

/** An error with the contract's envelope (section 5). */
export function errorReply(requestId: string, { error, message, details, headers = {} }: ApiError): Reply {
  return {
    status: ERROR_STATUS[error],
    errorCode: error,
    headers,
    body: JSON.stringify({ success: false, error, message, requestId, ...(details && { details }) }),
  };
}

/** Adds the rate limit fields (contract section 6) for an account rolled forward to `nowMs`. */
export function withRateLimit(reply: Reply, account: Account, nowMs: number): Reply {
  const { policy, state } = rateLimitFields(account, nowMs);
  return { ...reply, headers: { ...reply.headers, 'RateLimit-Policy': policy, RateLimit: state } };
}

/** A response as plain values; without `Content-Length`. */
export type ApiResponse = Pick<Reply, 'status' | 'headers'> & { readonly body: Reply['body'] | null };

/** Adds the headers of every API response (contract section 6). */
export function toResponse(
  { status, headers, body }: Reply,
  requestId: string,
  isHead: boolean,
): ApiResponse {
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headers,
    },
    body: isHead || status === 304 ? null : body,
  };
}
