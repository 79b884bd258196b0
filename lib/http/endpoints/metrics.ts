import { metricsResponse } from '@/lib/contract/responses';
import type { Endpoint } from '../endpoint';
import { INTERNAL_ERROR } from '../errors';
import { errorReply } from '../reply';

/** Metrics of this process in Prometheus text format; `not_found` unless METRICS_TOKEN is set. */
export const metricsEndpoint: Endpoint = {
  method: 'GET',
  path: '/api/metrics',
  auth: 'metrics token',
  isCounted: false,
  response: {
    description: 'The figures.',
    content: {
      'text/plain; version=0.0.4; charset=utf-8': {
        schema: metricsResponse,
        example: 'botmeter_reports_total 1',
      },
    },
  },
  errors: ['missing_key', 'invalid_key'],
  handle: ({ metrics }, { requestId }) => metrics?.figures.reply() ?? errorReply(requestId, INTERNAL_ERROR),
};
