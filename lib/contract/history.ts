import { z } from 'zod';
import { HISTORY_UNITS } from '@/lib/domain/history/history';
import { parseIsoTime } from '@/lib/domain/text/time';
import { serverCount, shardCount, timestamp, userCount } from './usage';

/** Query and 200 of a read of the history (contract section 8). */

const INVALID_MOMENT = 'Must be an ISO 8601 time with a zone offset, such as 2026-02-05T02:35:00Z.';

export const moment = z.string().transform((text, context) => {
  // A client that does not encode the `+` of an offset sends a space.
  const atMs = parseIsoTime(text.replace(' ', '+'));
  if (atMs !== null) return atMs;
  context.issues.push({ code: 'custom', message: INVALID_MOMENT, input: text });
  return z.NEVER;
});
const units = [...HISTORY_UNITS, 'auto'] as const;

export const historyQuery = z.object({
  from: moment.optional().describe('ISO 8601 with a zone offset; 24 hours before `to` unless given'),
  to: moment.optional().describe('ISO 8601 with a zone offset, itself not included; now unless given'),
  unit: z
    .enum(units, { error: 'Must be report, hour, day or auto.' })
    .default('auto')
    .describe('What a point stands for; auto uses the finest with at most 1500 points'),
});

const extent = (count: z.ZodInt) => z.strictObject({ first: count, last: count, min: count, max: count });
export const serverExtent = extent(serverCount).meta({ id: 'ServerExtent' });
export const userExtent = extent(userCount).meta({ id: 'UserExtent' });
export const stretch = z.strictObject({ from: timestamp, to: timestamp }).meta({ id: 'Stretch' });

const reportPoint = z
  .strictObject({ at: timestamp, servers: serverCount, users: userCount, shards: shardCount })
  .meta({ id: 'ReportPoint' });
const bucketPoint = z
  .strictObject({
    at: timestamp.describe('The start of the hour or of the UTC day'),
    reports: z.int().min(1),
    servers: serverExtent,
    users: userExtent,
    shards: shardCount,
  })
  .meta({ id: 'BucketPoint' });

export const historyResponse = z.strictObject({
  success: z.literal(true),
  data: z
    .strictObject({
      ...stretch.shape,
      unit: z.enum(HISTORY_UNITS),
      points: z
        .union([z.array(bucketPoint), z.array(reportPoint)])
        .describe(
          'Oldest first, without empty hours and days. Of hours and days as in the example, of reports {at, servers, users, shards}',
        ),
      gaps: z
        .array(stretch)
        .describe('More than 2 intervals without a report; whole hours where older than 7 days'),
    })
    .meta({ id: 'History' }),
});

/** The header of the CSV file by unit. */
export const HISTORY_CSV = {
  report: 'at,servers,users,shards',
  bucket:
    'at,reports,servers_first,servers_last,servers_min,servers_max,users_first,users_last,users_min,users_max,shards',
} as const;

export const historyCsvText = z.string().describe('The points as CSV (RFC 4180) with a header line');
