import { z } from 'zod';
import { ERROR_EXAMPLES } from '@/lib/contract/examples';
import type { Auth, Body, OperationContract } from '@/lib/contract/operation-contract';
import { errorBody, errorName } from '@/lib/contract/responses';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';
import { type HeaderName, headersOf } from './headers';
import type { JsonSchema, JsonSchemas } from './json-schema';
import { type Parameter, parametersOf, type Reference } from './parameters';

type Example = { readonly summary?: string; readonly value: unknown };
type Content<Part> = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly examples: Readonly<Record<string, Example | Part>> }>
>;
type ResponseObject<Part = Reference> = {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content: Content<Part>;
};

/** An OpenAPI operation object, with the parts that /docs and the tests read; `Part` stands where references may be. */
type OperationObject<Part> = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Parameter | Part)[];
  readonly security?: readonly [];
  readonly requestBody?: {
    readonly required: true;
    readonly description: string;
    readonly content: Content<Part>;
  };
  readonly responses: Readonly<Record<string, ResponseObject<Part> | Part>>;
};
/** As /docs and the tests read it: every reference is replaced by what it leads to. */
export type OpenApiOperation = OperationObject<never>;

/** What several operations share, which their objects refer to. */
export type Components = {
  readonly schemas: JsonSchemas;
  readonly responses: Record<string, ResponseObject>;
  readonly examples: Record<string, Example>;
};

/** The operation of an operation; `null` without `docs`. */
export function operationObjectOf(
  operation: OperationContract,
  components: Components,
): OperationObject<Reference> | null {
  const { docs, body } = operation;
  if (docs === undefined) return null;
  const { tag, operationId, summary, description } = docs;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: parametersOf(operation, components.schemas),
    // The document requires a key by default.
    ...(['none', 'source', 'public'].includes(operation.auth) && { security: [] }),
    ...(body && { requestBody: requestBody(body, components) }),
    responses: {
      '200': served(operation, components),
      ...(operation.auth === 'public' && { '304': responseRef('NotModified'), '503': responseRef('Busy') }),
      ...refused(operation, components),
      default: responseRef('Error'),
    },
  };
}

function requestBody(
  { schema, description, example: { name, summary, value } }: Body,
  { schemas }: Components,
) {
  return {
    required: true as const,
    description,
    content: {
      'application/json': { schema: schemas.of(schema, 'input'), examples: { [name]: { summary, value } } },
    },
  };
}

function served(
  { auth, response: { description, content, vary } }: OperationContract,
  { schemas }: Components,
): ResponseObject {
  const byType = Object.entries(content).map(([mediaType, { schema, example }]) => [
    mediaType,
    {
      schema: schemas.of(schema, 'output'),
      examples: example === undefined ? {} : { served: { value: example } },
    },
  ]);
  return {
    description,
    headers: headerRefs([...headersOf('served', auth), ...(vary === undefined ? [] : (['Vary'] as const))]),
    content: Object.fromEntries(byType),
  };
}

/** What anyone gets besides the content. */
export const ofPublic = (schemas: JsonSchemas): Readonly<Record<'NotModified' | 'Busy', ResponseObject>> => ({
  NotModified: {
    description: 'The client has it already.',
    headers: headerRefs(headersOf('served', 'public')),
    content: {},
  },
  Busy: {
    description: 'It would have waited for more than 2 s (as text), or the database does not answer.',
    headers: headerRefs([...headersOf('served', 'public'), 'Retry-After']),
    content: {
      'application/json': { schema: schemas.of(errorBody('storage_unavailable'), 'output'), examples: {} },
      'text/plain': { schema: schemas.of(z.string(), 'output'), examples: {} },
    },
  },
});

const responseRef = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });

/** A reference for each status; operations that refuse the same with the same headers share a response. */
function refused({ auth, errors, response }: OperationContract, components: Components) {
  const statuses = [...new Set(errors.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.filter((code) => ERROR_STATUS[code] === status);
      if (status === 404 && response.notFound !== undefined) return [status, page(response.notFound, auth)];
      const namesOf = (who: Auth) => [...new Set(codes.flatMap((code) => headersOf(code, who)))];
      const names = namesOf(auth);
      // The same errors with other headers need another name.
      const others = auth === 'public' ? 'OfPublic' : 'WithoutKey';
      const name = codes.map(errorName).join('Or') + (names.length === namesOf('key').length ? '' : others);
      components.responses[name] ??= errorResponse(codes, names, components);
      return [status, responseRef(name)];
    }),
  );
}

function errorResponse(
  codes: readonly ErrorCode[],
  names: readonly HeaderName[],
  components: Components,
): ResponseObject {
  const schemas = codes.map((code) => components.schemas.of(errorBody(code), 'output'));
  const [first = {}] = schemas;
  for (const code of codes) components.examples[code] = { value: ERROR_EXAMPLES[code].body };
  return {
    description: codes.map((code) => ERROR_EXAMPLES[code].when).join(' Or: '),
    headers: headerRefs(names),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? first : { oneOf: schemas },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** A refusal that is a page. */
const page = (description: string, auth: Auth): ResponseObject => ({
  description,
  headers: headerRefs(headersOf('not_found', auth)),
  content: { 'text/html': { schema: { type: 'string' }, examples: {} } },
});

export function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
