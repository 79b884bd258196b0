import { z } from 'zod';
import { WEEKDAYS } from '@/lib/domain/history/trends';
import { REPORT_BOUNDS } from '@/lib/domain/reports/report';
import { serverExtent, stretch, userExtent } from './history';
import { serverCount, timestamp, userCount } from './usage';

/** The 200 of a read of the analytics (contract section 8). */

const { max: CHANGE_MAX } = REPORT_BOUNDS.userCount;
const change = z.int().min(-CHANGE_MAX).max(CHANGE_MAX).nullable();
const percentage = z.number().nullable();
const both = <Servers extends z.ZodType, Users extends z.ZodType>(servers: Servers, users: Users) =>
  z.strictObject({ servers, users });

const percentageChange = z
  .strictObject({ daily: percentage, weekly: percentage, monthly: percentage })
  .meta({ id: 'PercentageChange' });
const since = timestamp.nullable();
const changes = {
  today: change.describe('Since the last report at or before 1 day ago; null without reports'),
  week: change.describe('Since the last report at or before 7 days ago'),
  month: change.describe('Since the last report at or before 30 days ago'),
  percentageChange: percentageChange.describe('Rounded to 2 decimals; null from 0'),
  since: z
    .strictObject({ today: since, week: since, month: since })
    .meta({ id: 'ChangesSince' })
    .describe('The report that each counts from; later than the begin where no earlier one is kept'),
};
const changed = z.strictObject(changes).meta({ id: 'Changes' });
const yearChange = z.strictObject({ change, percentageChange: percentage, since });
const growth = (count: z.ZodInt) => z.strictObject({ current: count.nullable(), ...changes });
const count = z.int().min(0);
const peak = (count: z.ZodInt) =>
  z
    .strictObject({ value: count, at: timestamp })
    .nullable()
    .describe('When it was first reached; to the hour where older than 7 days');

const advanced = {
  trends: z
    .strictObject({
      weekdays: z
        .array(z.number())
        .length(7)
        .describe('Mean daily change of servers, Monday first, over the last 28 UTC days'),
      peakDays: z.array(z.enum(WEEKDAYS)).describe('The weekdays with the highest mean above 0'),
    })
    .nullable()
    .describe('From 28 days of history on'),
  gaps: z.array(stretch).describe('Of the last 30 days, as in the history'),
  previous: both(changed, changed).describe(
    'The same changes one period before; null without a report by the end of that period',
  ),
};
const enterprise = {
  months: z
    .array(
      z.strictObject({
        month: z.string().regex(/^\d{4}-\d{2}$/),
        servers: serverExtent.nullable(),
        users: userExtent.nullable(),
      }),
    )
    .length(12)
    .describe('The last 12 UTC months, oldest first; null without reports'),
  records: both(peak(serverCount), peak(userCount)),
  yearOnYear: both(yearChange, yearChange).describe('Since the last report at or before 365 days ago'),
};

/** The members of a level are present from that level on. */
const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial().shape;

export const analyticsResponse = z.strictObject({
  success: z.literal(true),
  data: z
    .strictObject({
      growth: both(growth(serverCount), growth(userCount)),
      coverage: z
        .strictObject({
          expected: count,
          received: count,
          percentage: z.number().min(0).max(100).nullable(),
        })
        .describe('Of the last 7 days, or since the last plan change or the first report if that is later'),
      ...optional(advanced),
      ...optional(enterprise),
    })
    .meta({ id: 'Analytics' }),
});

/** Of a bot that first reported yesterday. */
const SINCE = '2026-02-01T10:30:00.000Z';
const of = (change: number, percentage: number) => ({
  today: change,
  week: change,
  month: change,
  percentageChange: { daily: percentage, weekly: percentage, monthly: percentage },
  since: { today: SINCE, week: SINCE, month: SINCE },
});

export const ANALYTICS_EXAMPLE = {
  success: true,
  data: {
    growth: {
      servers: { current: 5, ...of(1, 25) },
      users: { current: 281, ...of(8, 2.93) },
    },
    coverage: { expected: 48, received: 47, percentage: 97.91 },
  },
};
