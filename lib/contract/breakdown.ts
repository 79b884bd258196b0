import { z } from 'zod';
import { COUNTED_OPERATIONS } from '@/lib/domain/quota/usage-part';
import { timestamp, utcDate } from './usage';

/** 200 of a read of what used the quota (contract section 12). */

const count = z.int().min(0);
const calls = z.int().min(1);
const unsplit = count.describe(
  'Calls that are counted but not split: of before the upgrade to this version, or the restore of an older backup, and after a clock step into an earlier cycle',
);

export const breakdownResponse = z.strictObject({
  success: z.literal(true),
  data: z
    .strictObject({
      cycle: z.strictObject({
        startedAt: timestamp,
        resetAt: timestamp,
        used: count.describe('This call included'),
        unsplit,
      }),
      operations: z
        .array(z.strictObject({ operation: z.enum(COUNTED_OPERATIONS), calls }))
        .describe('Of the cycle. `report_form` was sent from the dashboard'),
      keys: z
        .array(
          z.strictObject({
            keyId: z
              .string()
              .describe('`form` for what was sent from the dashboard, `other` for further keys'),
            name: z.string(),
            last4: z.string().nullable(),
            calls: count.describe('Of the cycle'),
            lastUsedAt: timestamp.nullable().describe('Accurate to a minute'),
          }),
        )
        .describe('The keys with calls in the cycle or the days, also after their end; most calls first'),
      days: z
        .array(
          z.strictObject({
            date: utcDate,
            calls: count,
            unsplit,
            byOperation: z.partialRecord(z.enum(COUNTED_OPERATIONS), calls),
            byKey: z.record(z.string(), calls).describe('By `keyId`; from the 65th key of a day on `other`'),
          }),
        )
        .describe('The last 31 UTC days, or since registration, oldest first, today last'),
    })
    .meta({ id: 'UsageBreakdown' }),
});

const KEY_ID = 'e7c1f1de-6f5c-4c5c-9a52-7d9f8a1b2c3d';

export const BREAKDOWN_EXAMPLE = {
  success: true,
  data: {
    cycle: {
      startedAt: '2026-02-05T01:00:00.000Z',
      resetAt: '2026-03-07T01:00:00.000Z',
      used: 4,
      unsplit: 0,
    },
    operations: [
      { operation: 'report', calls: 3 },
      { operation: 'breakdown', calls: 1 },
    ],
    keys: [
      { keyId: KEY_ID, name: 'default', last4: 'a1B2', calls: 4, lastUsedAt: '2026-02-05T02:35:00.000Z' },
    ],
    days: [
      {
        date: '2026-02-05',
        calls: 4,
        unsplit: 0,
        byOperation: { report: 3, breakdown: 1 },
        byKey: { [KEY_ID]: 4 },
      },
    ],
  },
};
