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
export function undocumented(method: string, path: string, response: HttpResponse): string | null {
  const responses = responsesOf(method, path);
  if (responses === undefined) return null;
  const documented = responses[response.status];
  if (documented === undefined) return `the status ${response.status} is not documented`;
  const isJson = response.header('content-type')?.startsWith('application/json');
  const json = isJson ? documented.content['application/json'] : undefined;
  const body = json && schemaOf(json.schema as object).safeParse(response.json());
  if (body?.success === false) {
    return `the body of ${response.status} is not as documented: ${body.error.message}`;
  }
  const headers = new Set(Object.keys(documented.headers).map((name) => name.toLowerCase()));
  const missing = response.headerNames.filter((name) => isDocumentable(name) && !headers.has(name));
  return missing.length === 0 ? null : `undocumented headers: ${missing.join(', ')}`;
}

/** General HTTP headers are not part of the document. */
const isDocumentable = (name: string) =>
  !/^(content-type|content-length|date|connection|keep-alive|transfer-encoding|vary)$/.test(name);
