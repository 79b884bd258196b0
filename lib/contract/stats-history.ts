import { z } from 'zod';
import { STATS_PERIODS } from '@/lib/domain/history/stats-history';
import { serverCount, userCount, utcDate } from './usage';

/** Query and 200 of a read of the last values of periods (contract section 8). */

const periods = [...STATS_PERIODS, 'all'] as const;

export const statsHistoryQuery = z.object({
  period: z
    .enum(periods, { error: 'Must be daily, weekly, monthly or all.' })
    .default('all')
    .describe('The list that is filled; the others are empty'),
});

const entry = { servers: serverCount, users: userCount, votes: z.int().min(0).describe('Running total') };
const ofDay = z.array(z.strictObject({ date: utcDate, ...entry }).meta({ id: 'DayStats' }));
const ofMonth = z.array(
  z.strictObject({ date: z.string().regex(/^\d{4}-\d{2}$/), ...entry }).meta({ id: 'MonthStats' }),
);

export const statsHistoryResponse = z.strictObject({
  success: z.literal(true),
  data: z
    .strictObject({
      botId: z.string(),
      botName: z.string(),
      daily: ofDay.describe('The last values of each UTC day, oldest first'),
      weekly: ofDay.describe('The last values of each ISO week, dated by its Monday'),
      monthly: ofMonth.describe('The last values of each UTC month'),
    })
    .meta({ id: 'StatsHistory' }),
});

const value = { servers: 4, users: 273, votes: 0 };

export const STATS_HISTORY_EXAMPLE = {
  success: true,
  data: {
    botId: '1234567890123456789',
    botName: 'TestBot',
    daily: [{ date: '2026-02-05', ...value }],
    weekly: [{ date: '2026-02-02', ...value }],
    monthly: [{ date: '2026-02', ...value }],
  },
};
