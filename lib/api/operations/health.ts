import { healthResponse } from '@/lib/contract/responses';
import { STOPPING } from '../errors';
import { errorReply, type Operation, success } from '../operation';

/** Liveness: the process responds. */
export const liveOperation: Operation = {
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

/** Readiness: the database can commit now and the process is not about to stop; otherwise 503. */
export const readyOperation: Operation = {
  method: 'GET',
  path: '/api/health/ready',
  auth: 'none',
  isCounted: false,
  response: {
    description: 'The database can commit.',
    content: {
      'application/json': {
        schema: healthResponse('ready'),
        example: { success: true, data: { status: 'ready' } },
      },
    },
  },
  errors: ['internal_error', 'storage_unavailable'],
  async handle({ probe, isStopping }, { requestId }) {
    if (isStopping?.()) return errorReply(requestId, STOPPING);
    await probe();
    return success({ status: 'ready' });
  },
};
