import type { OperationContract } from '@/lib/contract/operation-contract';
import { anyErrorBody } from '@/lib/contract/responses';
import { HEADERS, headersOf } from './headers';
import { JsonSchemas } from './json-schema';
import {
  type Components,
  headerRefs,
  type OpenApiOperation,
  ofPublic,
  operationObjectOf,
} from './operation-object';
import { REQUEST_ID } from './parameters';
import { WEBHOOK_HEADERS, type Webhooks, webhooks } from './webhooks';

/**
 * The OpenAPI 3.1 document of the operations that have `docs`, generated from the schemas that the service and its
 * tests use.
 */
export function openApiDocument(operations: readonly OperationContract[]) {
  const schemas = new JsonSchemas();
  const responses: Components['responses'] = {
    ...ofPublic(schemas),
    Error: {
      description: 'Any other error: a later version may have more.',
      headers: headerRefs(headersOf('not_found', 'none')),
      content: { 'application/json': { schema: schemas.of(anyErrorBody, 'output'), examples: {} } },
    },
  };
  const examples: Components['examples'] = {};
  return {
    openapi: '3.1.1',
    info: {
      title: 'Botmeter API',
      version: '1.0.0',
      summary:
        'Bots report how many servers and users they are in, and read how much of their quota is used.',
      description:
        'Every response is JSON with “success”, true or false. Calls that report or read count towards the 30-day quota. Refused calls, /verify, /heartbeat, pauses and the webhook’s setting do not.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that this document came from.' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Reports', description: 'What a bot sends.' },
      { name: 'Usage', description: 'What a bot reads of its plan.' },
      { name: 'Bots', description: 'What a bot reads of its state and its history.' },
      { name: 'Votes', description: 'What lists report, and what a bot reads of it.' },
      { name: 'Public', description: 'What anyone may see of a bot whose owner turned Public on.' },
      { name: 'Connection', description: 'Checks that are never counted.' },
      { name: 'Webhooks', description: 'What the service sends to the webhooks of bots.' },
    ],
    paths: pathsOf(operations, { schemas, responses, examples }),
    webhooks: webhooks(schemas),
    components: {
      schemas: schemas.named,
      responses,
      examples,
      parameters: { RequestId: REQUEST_ID, ...WEBHOOK_HEADERS },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'btm_ and 38 base62 characters',
          description: 'A key belongs to exactly one bot. It is never accepted in a query string or a body.',
        },
      },
      headers: HEADERS,
    },
  };
}

function pathsOf(operations: readonly OperationContract[], components: Components) {
  const paths: Record<string, Record<string, NonNullable<ReturnType<typeof operationObjectOf>>>> = {};
  for (const contract of operations) {
    const operation = operationObjectOf(contract, components);
    if (operation === null) continue;
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: operation };
  }
  return paths;
}

/** A document with what each reference leads to in its place. */
type Dereferenced = {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly webhooks: Webhooks;
};

/** The document as /docs and the tests read it: without references. */
export function dereferenced(document: object): Dereferenced {
  const at = ($ref: string) =>
    $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
  const resolved = (part: unknown): object =>
    JSON.parse(JSON.stringify(part), (_, value) => {
      if (typeof value?.$ref !== 'string') return value;
      const { $ref, ...own } = value;
      return { ...resolved(at($ref)), ...own };
    });
  return resolved(document) as Dereferenced;
}
