import { z } from 'zod';
import {
  DEFAULT_SHARD_COUNT,
  isSnowflake,
  REPORT_BOUNDS,
  type Report,
  SNOWFLAKE_FORM,
} from '@/lib/domain/report';
import { type Checked, checkObject } from './check';

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

const SNOWFLAKE_ERROR = 'Must be a string of 17 to 20 digits: a snowflake. A JSON number would lose digits.';

/** The body of a report (contract section 3); unknown fields are dropped. */
export const reportBody = z.object({
  botId: z
    .string({ error: SNOWFLAKE_ERROR })
    .refine(isSnowflake, { error: SNOWFLAKE_ERROR })
    .meta({ pattern: SNOWFLAKE_FORM.source, description: 'The bot of the key: its snowflake, as a string.' }),
  serverCount: count('serverCount'),
  userCount: count('userCount'),
  shardCount: count('shardCount').default(DEFAULT_SHARD_COUNT),
});
export type ReportBody = z.output<typeof reportBody>;

export const checkReportBody = (value: unknown): Checked<ReportBody> => checkObject(reportBody, value);
