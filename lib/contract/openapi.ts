import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/errors';
import { errorAnswer } from './error-answer';
import { ERROR_EXAMPLES, REPORT_EXAMPLE, REPORTED_EXAMPLE, USAGE_EXAMPLE } from './examples';
import { HEADERS, type HeaderName, headersOf } from './openapi-headers';
import { reportAnswer } from './report-answer';
import { reportBody } from './report-body';
import { usageAnswer } from './usage';

/** The OpenAPI 3.1 document of the two endpoints, made from the schemas that the service and its tests use. */
export function openApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Botmeter API',
      version: '1.0.0',
      summary:
        'Bots report how many servers and users they are in, and read how much of their quota is used.',
      description:
        'Every answer is JSON with `success`. Every 2xx counts as one call of the 30-day cycle; refused calls never do.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that this document came from.' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Reports', description: 'What a bot sends.' },
      { name: 'Usage', description: 'What a bot reads.' },
    ],
    paths: {
      '/api/v1/bots/stats': { post: reportOperation() },
      '/api/v1/usage': { get: usageOperation() },
    },
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

const reportOperation = () => ({
  operationId: 'reportStats',
  tags: ['Reports'],
  summary: 'Report statistics',
  description:
    'Accepted once per interval of the plan; of simultaneous reports exactly one. A 2xx is sent only after the report is stored durably.',
  parameters: [REQUEST_ID],
  requestBody: {
    required: true,
    description: 'At most 16 KiB, UTF-8. Unknown fields are ignored.',
    content: {
      'application/json': {
        schema: { ...jsonSchema(reportBody, 'input'), additionalProperties: true },
        examples: { report: { summary: 'A report', value: REPORT_EXAMPLE } },
      },
    },
  },
  responses: responses(
    { description: 'The report is stored and counted.', schema: reportAnswer, example: REPORTED_EXAMPLE },
    [
      'invalid_json',
      'invalid_body',
      'missing_key',
      'invalid_key',
      'bot_disabled',
      'bot_mismatch',
      'body_too_large',
      'unsupported_media_type',
      'update_too_soon',
      'quota_exceeded',
      'internal_error',
      'storage_unavailable',
    ],
  ),
});

const usageOperation = () => ({
  operationId: 'readUsage',
  tags: ['Usage'],
  summary: 'Read the usage record',
  description:
    'Counts as one call while calls are left; with an exhausted quota it is still answered, uncounted.',
  parameters: [REQUEST_ID],
  responses: responses({ description: 'The usage record.', schema: usageAnswer, example: USAGE_EXAMPLE }, [
    'missing_key',
    'invalid_key',
    'bot_disabled',
    'internal_error',
    'storage_unavailable',
  ]),
});

const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Comes back in the answer when it has this form; otherwise one is made.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
} as const;

type Served = { description: string; schema: z.ZodType; example: unknown };

function responses(served: Served, errors: readonly ErrorCode[]) {
  const statuses = [...new Set(errors.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  const refused = statuses.map((status) => {
    const codes = errors.filter((code) => ERROR_STATUS[code] === status);
    return [String(status), errorResponse(codes)] as const;
  });
  return {
    '200': {
      description: served.description,
      headers: headerRefs(headersOf('served')),
      content: {
        'application/json': {
          schema: jsonSchema(served.schema, 'output'),
          examples: { served: { summary: served.description, value: served.example } },
        },
      },
    },
    ...Object.fromEntries(refused),
  };
}

function errorResponse(codes: readonly ErrorCode[]) {
  const schemas = codes.map((code) => jsonSchema(errorAnswer(code), 'output'));
  const names = new Set(codes.flatMap((code) => headersOf(code)));
  return {
    description: codes.map((code) => ERROR_EXAMPLES[code].when).join(' Or: '),
    headers: headerRefs([...names]),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { summary: ERROR_EXAMPLES[code].when, value: ERROR_EXAMPLES[code].body },
          ]),
        ),
      },
    },
  };
}

const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
