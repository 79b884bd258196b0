import { liveResponse, readyResponse } from '@/lib/contract/responses';
import { VERSION } from '@/lib/contract/version';
import { STOPPING } from '../errors';
import { errorReply, jsonResponse, type Operation, success } from '../operation';

/** Liveness: the process responds. */
export const liveOperation: Operation = {
  method: 'GET',
  path: '/api/health/live',
  auth: 'none',
  isCounted: false,
  response: jsonResponse('The process responds.', liveResponse, {
    success: true,
    data: { status: 'live', version: '1.0.0' },
  }),
  errors: [],
  handle: () => success({ status: 'live', version: VERSION }),
};

/** Readiness: the database can commit now and the process is not about to stop; otherwise 503. */
export const readyOperation: Operation = {
  method: 'GET',
  path: '/api/health/ready',
  auth: 'none',
  isCounted: false,
  response: jsonResponse('The database can commit.', readyResponse, {
    success: true,
    data: { status: 'ready' },
  }),
  errors: ['internal_error', 'storage_unavailable'],
  async handle({ probe, isStopping }, { requestId }) {
    if (isStopping?.()) return errorReply(requestId, STOPPING);
    await probe();
    return success({ status: 'ready' });
  },
};
