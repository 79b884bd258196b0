import { z } from 'zod';
import type { ErrorCode } from '@/lib/domain/reports/refusal';
import { timestamp, upgrade } from './usage';

/** The body of an error (contract section 5). `details` is present only for the errors in DETAILS. */

const issues = z.strictObject({
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).min(1),
});

const DETAILS = {
  invalid_json: z.strictObject({ reason: z.string(), position: z.int().min(0).optional() }),
  invalid_query: issues,
  invalid_body: issues,
  update_too_soon: z.strictObject({ nextUpdateAllowedAt: timestamp, retryAfterSeconds: z.int().min(1) }),
  quota_exceeded: z.strictObject({
    limit: z.int(),
    resetAt: timestamp,
    retryAfterSeconds: z.int().min(1),
    upgrade,
  }),
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>;

const isDetailed = (code: ErrorCode): code is keyof typeof DETAILS => Object.hasOwn(DETAILS, code);

/** The schema of one error's body. */
export function errorBody(code: ErrorCode) {
  const envelope = {
    success: z.literal(false),
    error: z.literal(code).describe('A stable code out of a closed list'),
    message: z.string().describe('For people; may change'),
    requestId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  };
  return isDetailed(code)
    ? z.strictObject({ ...envelope, details: DETAILS[code] })
    : z.strictObject(envelope);
}

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
