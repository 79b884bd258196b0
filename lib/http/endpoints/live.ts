import { healthResponse } from '@/lib/contract/responses';
import type { Endpoint } from '../endpoint';
import { success } from '../reply';

/** Liveness: the process responds. */
export const liveEndpoint: Endpoint = {
  method: 'GET',
  path: '/api/health/live',
  auth: 'none',
  isCounted: false,
  response: {
    description: 'The process responds.',
    content: {
      'application/json': {
        schema: healthResponse('live'),
        example: { success: true, data: { status: 'live' } },
      },
    },
  },
  errors: [],
  handle: () => success({ status: 'live' }),
};
