import { z } from 'zod';
import { openApiDocument } from '@/lib/contract/openapi/openapi';
import type { Operation } from '@/lib/contract/openapi/operation';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { ROUTES } from '@/lib/http/routes';
import type { HttpResponse } from './http';

const { paths } = openApiDocument(ENDPOINTS);

/** The documented responses of an operation; `undefined` when the document does not have it. */
function responsesOf(method: string, target: string): Operation['responses'] | undefined {
  const match = ROUTES.find(target.split('?', 1)[0] ?? '');
  return match === null ? undefined : paths[match.route.path]?.[method.toLowerCase()]?.responses;
}

const schemas = new Map<object, z.ZodType>();

function schemaOf(schema: object): z.ZodType {
  const known = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(schema, known);
  return known;
}

/** How a response violates the OpenAPI document; `null` when it conforms or the operation is not documented. */
export function undocumented(method: string, path: string, answer: HttpResponse): string | null {
  const responses = responsesOf(method, path);
  if (responses === undefined) return null;
  const response = responses[answer.status];
  if (response === undefined) return `the status ${answer.status} is not documented`;
  const json = response.content['application/json'];
  const body = json && schemaOf(json.schema as object).safeParse(answer.json());
  if (body?.success === false) {
    return `the body of ${answer.status} is not as documented: ${body.error.message}`;
  }
  const documented = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  const missing = answer.headerNames.filter((name) => isDocumentable(name) && !documented.has(name));
  return missing.length === 0 ? null : `undocumented headers: ${missing.join(', ')}`;
}

/** General HTTP headers are not part of the document. */
const isDocumentable = (name: string) =>
  ![
    'content-type',
    'content-length',
    'date',
    'connection',
    'keep-alive',
    'transfer-encoding',
    'vary',
  ].includes(name);
