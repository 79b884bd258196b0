import { z } from 'zod';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import { displayName, planName, timestamp } from './usage';

const count = z.int().min(0).nullable().describe('null before the first report');

/** The 200 of a read of a bot (contract section 8). */
export const botDetailsResponse = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    id: z.string(),
    name: z.string(),
    state: z.enum(BOT_STATES).describe('The first of the list that holds'),
    tier: z.strictObject({ name: planName, displayName, updateIntervalMinutes: z.int().min(1) }),
    stats: z.strictObject({
      servers: count,
      users: count,
      shards: count,
      lastStatsUpdate: timestamp.nullable().describe('null before the first report'),
    }),
    registeredAt: timestamp,
    pausedUntil: timestamp.nullable().describe('The end of a planned silence; null if none is'),
  }),
});
