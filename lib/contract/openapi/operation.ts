import { ERROR_EXAMPLES } from '@/lib/contract/examples';
import type { Auth, Body, OperationContract } from '@/lib/contract/operation';
import { errorBody } from '@/lib/contract/responses';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';
import { type HeaderName, headersOf } from './headers';
import { jsonSchema } from './json-schema';
import { type Parameter, parametersOf } from './parameters';

type Example = { readonly summary: string; readonly value: unknown };
type Content = Readonly<
  Record<string, { readonly schema: unknown; readonly examples: Readonly<Record<string, Example>> }>
>;
type ResponseObject = {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content: Content;
};

/** An OpenAPI operation object, with the parts that /docs and the tests read. */
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly security?: readonly [];
  readonly requestBody?: {
    readonly required: true;
    readonly description: string;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
};

/** The operation of an operation; `null` without `docs`. */
export function operationOf(operation: OperationContract): Operation | null {
  const { docs, body } = operation;
  if (docs === undefined) return null;
  const { tag, operationId, summary, description } = docs;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: parametersOf(operation),
    // The document requires a key by default.
    ...(['none', 'source', 'public'].includes(operation.auth) && { security: [] }),
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      '200': served(operation),
      ...(operation.auth === 'public' && ofPublic()),
      ...refused(operation),
    },
  };
}

function requestBody({ schema, description, example: { name, summary, value } }: Body) {
  return {
    required: true as const,
    description,
    content: {
      'application/json': {
        schema: { ...jsonSchema(schema, 'input'), additionalProperties: true },
        examples: { [name]: { summary, value } },
      },
    },
  };
}

function served({ auth, response: { description, content } }: OperationContract): ResponseObject {
  const byType = Object.entries(content).map(([mediaType, { schema, example }]) => [
    mediaType,
    {
      schema: jsonSchema(schema, 'output'),
      examples: example === undefined ? {} : { served: { summary: description, value: example } },
    },
  ]);
  return {
    description,
    headers: headerRefs(headersOf('served', auth)),
    content: Object.fromEntries(byType),
  };
}

/** What anyone gets besides the content, without a body. */
const ofPublic = (): Record<string, ResponseObject> => ({
  '304': {
    description: 'The client has it already.',
    headers: headerRefs(headersOf('served', 'public')),
    content: {},
  },
  '503': {
    description: 'It would have waited for more than 2 s.',
    headers: headerRefs([...headersOf('served', 'public'), 'Retry-After']),
    content: {},
  },
});

function refused({ auth, errors }: OperationContract): Record<string, ResponseObject> {
  const statuses = [...new Set(errors.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      errorResponse(
        errors.filter((code) => ERROR_STATUS[code] === status),
        auth,
      ),
    ]),
  );
}

function errorResponse(codes: readonly ErrorCode[], auth: Auth): ResponseObject {
  const schemas = codes.map((code) => jsonSchema(errorBody(code), 'output'));
  const names = new Set(codes.flatMap((code) => headersOf(code, auth)));
  const examples = codes.map((code) => {
    const { when, body } = ERROR_EXAMPLES[code];
    return [code, { summary: when, value: body }];
  });
  return {
    description: codes.map((code) => ERROR_EXAMPLES[code].when).join(' Or: '),
    headers: headerRefs([...names]),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
