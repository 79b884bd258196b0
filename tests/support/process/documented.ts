import { z } from 'zod';
import { openApiDocument } from '@/lib/contract/openapi';
import type { Answer } from './http';

type ResponseDoc = {
  readonly headers: Record<string, unknown>;
  readonly content: { readonly 'application/json': { readonly schema: object } };
};

/** The documented answers of each operation, by method and path. */
const OPERATIONS: ReadonlyMap<string, Record<string, ResponseDoc>> = new Map(
  Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { responses: Record<string, ResponseDoc> }>).map(
      ([method, { responses }]) => [`${method.toUpperCase()} ${path}`, responses] as const,
    ),
  ),
);

const schemas = new Map<object, z.ZodType>();

function schemaOf(schema: object): z.ZodType {
  const known = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(schema, known);
  return known;
}

/** Why an answer is not as the OpenAPI document says; `null` when it is, or when the document does not speak of it. */
export function undocumented(method: string, path: string, answer: Answer): string | null {
  const responses = OPERATIONS.get(`${method} ${path.split('?', 1)[0]}`);
  if (responses === undefined) return null;
  const response = responses[answer.status];
  if (response === undefined) return `the status ${answer.status} is not documented`;
  const body = schemaOf(response.content['application/json'].schema).safeParse(answer.json());
  if (!body.success) return `the body of ${answer.status} is not as documented: ${body.error.message}`;
  const documented = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  const missing = answer.headerNames.filter((name) => isMeant(name) && !documented.has(name));
  return missing.length === 0 ? null : `undocumented headers: ${missing.join(', ')}`;
}

/** HTTP's own fields need no word in the document. */
const isMeant = (name: string) =>
  ![
    'content-type',
    'content-length',
    'date',
    'connection',
    'keep-alive',
    'transfer-encoding',
    'vary',
  ].includes(name);
