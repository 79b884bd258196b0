import { metricsResponse, openApiResponse } from '@/lib/contract/responses';
import { INTERNAL_ERROR } from '../errors';
import { acceptsCoding, hasTag } from '../negotiation';
import { errorReply, jsonResponse, type Operation } from '../operation';

/** The OpenAPI document of the operations for bots. */
export const openApiOperation: Operation = {
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'none',
  isCounted: false,
  response: jsonResponse('The OpenAPI document.', openApiResponse, { openapi: '3.1.1', paths: {} }),
  errors: [],
  handle({ openApi }, { headers: fields }) {
    const { text, gzip, tag } = openApi();
    const headers = { ETag: tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
    if (hasTag(fields['if-none-match'], tag)) return { status: 304, headers, body: '' };
    if (!acceptsCoding('gzip', fields['accept-encoding'])) return { status: 200, headers, body: text };
    return { status: 200, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzip };
  },
};

/** Metrics of this process in Prometheus text format; `not_found` unless METRICS_TOKEN is set. */
export const metricsOperation: Operation = {
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
