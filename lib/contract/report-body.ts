import { z } from 'zod';
import {
  DEFAULT_SHARD_COUNT,
  isSnowflake,
  REPORT_BOUNDS,
  type Report,
  SNOWFLAKE_FORM,
} from '@/lib/domain/report';

/** A whole number by value: `4.0` and `1e3` are, `-0` is 0 (contract section 3). */
const count = (field: keyof Report) => {
  const { min, max } = REPORT_BOUNDS[field];
  const error = `Must be a whole number from ${min} to ${max}.`;
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .transform((value) => value + 0);
};

const SNOWFLAKE_FAULT = 'Must be a string of 17 to 20 digits: a snowflake. A JSON number would lose digits.';

/** The body of `POST /api/v1/bots/stats` (contract section 3); unknown fields are dropped. */
export const reportBody = z.object({
  botId: z
    .string({ error: SNOWFLAKE_FAULT })
    .refine(isSnowflake, { error: SNOWFLAKE_FAULT })
    .meta({ pattern: SNOWFLAKE_FORM.source, description: 'The bot of the key: its snowflake, as a string.' }),
  serverCount: count('serverCount'),
  userCount: count('userCount'),
  shardCount: count('shardCount').default(DEFAULT_SHARD_COUNT),
});
export type ReportBody = z.output<typeof reportBody>;

/** `path` is the field, `''` for the body itself (contract section 5, `details.issues`). */
export type BodyIssue = { readonly path: string; readonly message: string };

export type CheckedBody =
  | { readonly ok: true; readonly body: ReportBody }
  | { readonly ok: false; readonly issues: readonly BodyIssue[] };

/** Checks a parsed body: every faulty field gives one issue, in the order of section 3. */
export function checkReportBody(value: unknown): CheckedBody {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, issues: [{ path: '', message: 'Must be a JSON object.' }] };
  }
  const result = reportBody.safeParse(value);
  if (result.success) return { ok: true, body: result.data };
  // A number can break several rules of its field; one issue tells all of them.
  const byPath = new Map(result.error.issues.map((i) => [i.path.join('.'), i.message]));
  return { ok: false, issues: [...byPath].map(([path, message]) => ({ path, message })) };
}
