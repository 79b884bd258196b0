import type { EndpointContract } from '@/lib/contract/endpoint';
import { HEADERS } from './headers';
import { type Operation, operationOf } from './operation';
import { webhooks } from './webhooks';

/**
 * The OpenAPI 3.1 document of the endpoints that have `docs`, generated from the schemas that the service and its
 * tests use.
 */
export function openApiDocument(endpoints: readonly EndpointContract[]) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Botmeter API',
      version: '1.0.0',
      summary:
        'Bots report how many servers and users they are in, and read how much of their quota is used.',
      description:
        'Every response is a JSON object whose field “success” is true or false. Every 2xx of a call with a key counts as one call of the 30-day cycle, but not that of a check of the connection; refused calls never do.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that this document came from.' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Reports', description: 'What a bot sends.' },
      { name: 'Usage', description: 'What a bot reads of its plan.' },
      { name: 'Bots', description: 'What a bot reads of its state and its history.' },
      { name: 'Connection', description: 'Checks that are never counted.' },
      { name: 'Webhooks', description: 'What the service sends to endpoints of bots.' },
    ],
    paths: pathsOf(endpoints),
    webhooks: webhooks(),
    components: {
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

function pathsOf(endpoints: readonly EndpointContract[]) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint);
    if (operation === null) continue;
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return paths;
}
