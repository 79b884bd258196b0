import { z } from 'zod';
import { planName, timestamp } from './usage';

/** The 200 of a report (contract section 3). */
export const reportResponse = z.strictObject({
  success: z.literal(true),
  message: z.literal('Stats updated successfully'),
  data: z.strictObject({
    botId: z.string(),
    botName: z.string(),
    serverCount: z.int(),
    userCount: z.int(),
    shardCount: z.int(),
    updatedAt: timestamp,
    tier: z.strictObject({ name: planName, updateIntervalMinutes: z.int().min(1) }),
  }),
});
