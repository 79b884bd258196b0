import type { z } from 'zod';
import type { ErrorCode } from '@/lib/domain/reports/refusal';
import type { OtherNames } from './faults/body';

/** HEAD and OPTIONS get 405 everywhere (contract section 5). */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: a bot's API key, a signed-in person's session cookie, the operator's METRICS_TOKEN, a list with the secret
 * of a source of votes, or anyone; `public` is what anyone may see of a bot (contract section 11).
 */
export type Auth = 'key' | 'session' | 'metrics token' | 'source' | 'none' | 'public';

export type AnySchema = z.ZodType;
export type QuerySchema = z.ZodObject;
/** The schema of a part that an operation does not accept. */
export type NoSchema = z.ZodUndefined;
/** The parsed type of a schema. */
export type OutputOf<Of extends AnySchema> = z.output<Of>;

/** The content of a body or response, for one media type. */
export type Content = { readonly schema: AnySchema; readonly example?: unknown };

/** A JSON body; unknown fields are ignored. */
export type Body<Of extends AnySchema = AnySchema> = {
  readonly schema: Of;
  readonly otherNames?: OtherNames;
  readonly description: string;
  readonly example: { readonly name: string; readonly summary: string; readonly value: object };
  /** The shortest valid body, as an example to copy. */
  readonly minimal: object;
};

/**
 * Everything about an operation except its code. The router, the `Allow` header, the OpenAPI document, /docs, metric
 * labels and tests derive from it. lib/api/operations has one object per operation.
 */
export type OperationContract = {
  readonly method: Method;
  /** A path, or a template with parameters from path-parameters.ts. */
  readonly path: string;
  readonly auth: Auth;
  /** Whether a 2xx counts as a call of the cycle (contract rule 2). */
  readonly isCounted: boolean;
  /** Parses each parameter from text; unknown ones are ignored. An invalid one gets `invalid_query`. */
  readonly query?: QuerySchema;
  readonly body?: Body;
  /** Whether a body of any type is read, up to the usual size, and ignored. */
  readonly ignoresBody?: true;
  /** The 200 response, by media type. */
  readonly response: {
    readonly description: string;
    readonly content: Readonly<Record<string, Content>>;
    /** The request header that decides about the media type. */
    readonly vary?: 'Accept';
    /** Says when there is a page in place of the error `not_found`. */
    readonly notFound?: string;
  };
  /** The errors in the order of the documentation; 404 and 405 apply to every operation. */
  readonly errors: readonly ErrorCode[];
  /** Absent for operations of the operator and of the pages, which are not in the OpenAPI document. */
  readonly docs?: {
    readonly operationId: string;
    readonly tag: 'Reports' | 'Usage' | 'Bots' | 'Votes' | 'Connection' | 'Public';
    readonly summary: string;
    readonly description: string;
    /** Parameters of which a bad value is the default and not `invalid_query`. */
    readonly query?: QuerySchema;
  };
};
