import { openApiResponse } from '@/lib/contract/responses';
import type { Endpoint } from '../endpoint';

/** The OpenAPI document of the endpoints for bots. */
export const openApiEndpoint: Endpoint = {
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'none',
  isCounted: false,
  response: {
    description: 'The OpenAPI document.',
    content: {
      'application/json': { schema: openApiResponse, example: { openapi: '3.1.1', paths: {} } },
    },
  },
  errors: [],
  handle: ({ openApi }) => ({ status: 200, headers: {}, body: openApi() }),
};
