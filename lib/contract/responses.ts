import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';
import { callsLimit, timestamp, upgrade } from './usage';

/** The body of an error (contract section 5). `details` is present only for the errors in DETAILS. */

const requestId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/)
  .meta({ id: 'RequestId' });
const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

const issues = z.strictObject({
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).min(1),
});

const DETAILS = {
  invalid_json: z.strictObject({ reason: z.string(), position: z.int().min(0).optional() }),
  invalid_query: issues,
  invalid_body: issues,
  update_too_soon: z.strictObject({ nextUpdateAllowedAt: timestamp, retryAfterSeconds: z.int().min(1) }),
  quota_exceeded: z.strictObject({
    limit: callsLimit,
    resetAt: timestamp,
    retryAfterSeconds: z.int().min(1),
    upgrade,
  }),
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>;

/** An error's name in the OpenAPI document: `UpdateTooSoon`. */
export const errorName = (code: ErrorCode): string =>
  code.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase()).replace(/Error$/, '');

const body = <Code extends ErrorCode>(code: Code) =>
  z
    .strictObject({
      success: z.literal(false),
      error: z.literal(code),
      message: z.string(),
      requestId,
      ...(Object.hasOwn(DETAILS, code) && { details: DETAILS[code as keyof typeof DETAILS] }),
    })
    .meta({ id: `${errorName(code)}Error` });

const BODIES = new Map(ERROR_CODES.map((code) => [code, body(code)]));

/** The schema of one error's body. */
export function errorBody(code: ErrorCode): z.ZodType {
  const schema = BODIES.get(code);
  if (schema === undefined) throw new Error(`There is no error ${code}.`);
  return schema;
}

/** Any of them. */
export const anyErrorBody = z
  .union([...BODIES.values()])
  .describe('`error` is a stable code out of a closed list; `message` is for people and may change.')
  .meta({ id: 'Error' });

/** The 200 responses of the operator operations. */

export const liveResponse = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    status: z.literal('live'),
    version: z.string().describe('The version of Botmeter'),
  }),
});

export const readyResponse = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ status: z.literal('ready') }),
});

export const openApiResponse = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });

/** Prometheus' text format. */
export const metricsResponse = z.string();
