import type { OperationContract } from '@/lib/contract/operation';
import { HEADERS } from './headers';
import { type Operation, operationOf } from './operation';
import { webhooks } from './webhooks';

/**
 * The OpenAPI 3.1 document of the operations that have `docs`, generated from the schemas that the service and its
 * tests use.
 */
export function openApiDocument(operations: readonly OperationContract[]) {
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
      { name: 'Votes', description: 'What lists report, and what a bot reads of it.' },
      { name: 'Public', description: 'What anyone may see of a bot whose owner turned Public on.' },
      { name: 'Connection', description: 'Checks that are never counted.' },
      { name: 'Webhooks', description: 'What the service sends to the webhooks of bots.' },
    ],
    paths: pathsOf(operations),
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

function pathsOf(operations: readonly OperationContract[]) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const contract of operations) {
    const operation = operationOf(contract);
    if (operation === null) continue;
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: operation };
  }
  return paths;
}
