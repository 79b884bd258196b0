import { z } from 'zod';
import type { BotCounts } from '@/lib/domain/bots/bot-counts';
import { BOT_STATES, type BotStateName } from '@/lib/domain/bots/bot-state';

/** The stored forms of what the service knows about itself. */

const count = z.int().min(0);
const totals = z.object({ calls: count, rejected: count });
const ofState = z.object({ count, ids: z.array(z.string()) });

const botCounts: z.ZodType<BotCounts> = z.object({
  day: z.int(),
  days: z.array(totals),
  servers: count,
  users: count,
  withoutReport: count,
  states: z.record(z.enum(BOT_STATES), ofState) as z.ZodType<Record<BotStateName, z.output<typeof ofState>>>,
});
const backup = z.object({ bytes: count });

/** `null` for what another version wrote in another form. */
export const parseBotCounts = (value: unknown): BotCounts | null => botCounts.safeParse(value).data ?? null;
export const parseBackup = (value: unknown) => backup.safeParse(value).data ?? null;
