import { z } from 'zod';
import { API_STATES } from '@/lib/domain/bots/bot-state';
import {
  displayName,
  intervalMinutes,
  planName,
  serverCount,
  shardCount,
  timestamp,
  userCount,
} from './usage';

const reported = <Of extends z.ZodType>(schema: Of) =>
  schema.nullable().describe('null before the first report');

/** The 200 of a read of a bot (contract section 8). */
export const botDetailsResponse = z.strictObject({
  success: z.literal(true),
  data: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      state: z.enum(API_STATES).describe('The first of the list that holds'),
      tier: z.strictObject({ name: planName, displayName, updateIntervalMinutes: intervalMinutes }),
      stats: z.strictObject({
        servers: reported(serverCount),
        users: reported(userCount),
        shards: reported(shardCount),
        lastStatsUpdate: reported(timestamp),
      }),
      registeredAt: timestamp,
      pausedUntil: timestamp.nullable().describe('The end of a planned silence; null if none is'),
    })
    .meta({ id: 'BotDetails' }),
});
