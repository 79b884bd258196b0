import { z } from 'zod';
import type { BackupsState } from '@/lib/domain/backups/backup';
import { BOT_GROUPS, type BotCounts, type BotGroup } from '@/lib/domain/bots/bot-counts';

/** The stored forms of what the service knows about itself. */

const count = z.int().min(0);
const totals = z.object({ calls: count, rejected: count });
// Another version may have counted other groups.
const ofGroup = z.object({ count, ids: z.array(z.string()) }).catch({ count: 0, ids: [] });

const dayCount = z.object({ day: z.int(), bots: count, servers: count, users: count });

const botCounts: z.ZodType<BotCounts> = z.object({
  day: z.int(),
  days: z.array(totals),
  servers: count,
  users: count,
  groups: z.object(
    Object.fromEntries(BOT_GROUPS.map((group) => [group, ofGroup])) as Record<BotGroup, typeof ofGroup>,
  ),
  // Earlier versions kept none.
  past: z.array(dayCount).catch([]),
  slowWebhooks: z.array(z.object({ webhookId: z.string(), botId: z.string(), meanMs: count })),
});
const backup = z.object({ bytes: count });

const rehearsal = z.object({
  atMs: z.int(),
  isProven: z.boolean(),
  isSnapshot: z.boolean(),
  problems: z.array(z.string()),
});
const kept = { instance: z.string(), file: z.string(), bytes: count, atMs: z.int(), tookMs: count };
const backups: z.ZodType<BackupsState> = z.object({
  sinceMs: z.int(),
  seenMs: z.int(),
  backups: z.array(z.object({ ...kept, rehearsal: rehearsal.nullable(), isOnDatabaseDisk: z.boolean() })),
  failure: z.object({ instance: z.string(), atMs: z.int(), reason: z.string() }).nullable(),
  maker: z.object({ instance: z.string(), atMs: z.int() }).nullable(),
});

/** `null` for what another version wrote in another form. */
export const parseBotCounts = (value: unknown): BotCounts | null => botCounts.safeParse(value).data ?? null;
export const parseBackup = (value: unknown) => backup.safeParse(value).data ?? null;
export const parseBackups = (value: unknown): BackupsState | null => backups.safeParse(value).data ?? null;
