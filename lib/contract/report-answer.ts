import { z } from 'zod';
import { timestamp } from './usage';

/** The 200 of `POST /api/v1/bots/stats` (contract section 3). */
export const reportAnswer = z.strictObject({
  success: z.literal(true),
  message: z.literal('Stats updated successfully'),
  data: z.strictObject({
    botId: z.string(),
    botName: z.string(),
    serverCount: z.int(),
    userCount: z.int(),
    shardCount: z.int(),
    updatedAt: timestamp,
  }),
});
