import { secrets } from '@/lib/auth/secrets';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { CHOOSABLE_TYPES, switchedOn } from '@/lib/domain/alerts/webhook';
import { composeKey } from '@/lib/domain/keys/key-text';
import { PLANS } from '@/lib/domain/quota/plan';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';
import type { Ports } from '@/lib/ports/ports';
import type { Plan } from './plan';

export const START_MS = Date.UTC(2026, 5, 15, 3, 40, 0, 123);

export const keyOf = (botId: string): string => composeKey(botId.padStart(32, '0'));
/** An id that is the same in each world. */
const idOf = (kind: number, botId: string) => `00000000-0000-4000-800${kind}-${botId.slice(-12)}`;
export const sourceOf = (botId: string): string => idOf(1, botId);

/** Writes what a world has at its start. */
export async function begin({ directory }: Ports, plan: Plan, file: string): Promise<void> {
  await directory.write([], async ({ users, bots, keys, webhooks, votes, history }) => {
    await history.startFolding(0);
    const owner = { id: 'owner', email: 'owner@example.org', name: 'Owner', role: 'owner' } as const;
    await users.insert({ ...owner, isDisabled: false, createdAtMs: START_MS }, null);
    for (const { id: botId, plan: name, ageMs } of plan.bots) {
      const registeredAtMs = START_MS - ageMs;
      await bots.insert({
        ...{
          id: botId,
          plan: name,
          ownerId: owner.id,
          name: `Bot ${botId}`,
          isDisabled: false,
          registeredAtMs,
        },
        ...{ planChangedAtMs: null, formerHistoryDays: PLANS[name].historyDays, ...NEW_SILENCE_TERMS },
      });
      const life = { createdAtMs: START_MS, expiresAtMs: null, revokedAtMs: null, lastUsedAtMs: null };
      const key = { id: idOf(2, botId), botId, name: 'default', last4: 'last', ...life };
      await keys.insert(key, secrets.hash(keyOf(botId)));
      await webhooks.insert({
        ...{ id: idOf(3, botId), botId, kind: 'signed', host: `${botId}.example`, last4: 'hook' },
        ...{ sealedAddress: idOf(3, botId), sealedSecret: 'secret', sealedFormerSecret: null },
        ...{
          formerUntilMs: null,
          ...switchedOn(START_MS),
          eventTypes: CHOOSABLE_TYPES,
          createdAtMs: START_MS,
        },
      });
      await votes.insertSource({
        ...{
          id: sourceOf(botId),
          botId,
          kind: 'generic',
          name: 'List',
          sealedSecret: 'secret',
          sealedFormerSecret: null,
          formerUntilMs: null,
          mustRotate: false,
        },
        ...{ createdAtMs: START_MS, pausedAtMs: null, deletedAtMs: null },
      });
    }
  });
  const database = new SqliteDatabase(file);
  for (const { id: botId, used } of plan.bots) {
    const report = database.prepare('INSERT INTO reports VALUES (?, ?, ?, ?, ?, 1)');
    plan.oldReportsMs.forEach((beforeMs, i) => {
      report.run(botId, START_MS - beforeMs, i + 1, 100 + ((i * 37) % 11), 5_000 - i * 13);
    });
    database
      .prepare(
        `UPDATE bots SET cycle_used = ?, history_due_at_ms = 0, (reports_total, last_report_at_ms, server_count, user_count, shard_count) =
          (SELECT count(*), max(at_ms), server_count, user_count, shard_count FROM reports WHERE bot_id = bots.id) WHERE id = ?`,
      )
      .run(used, botId);
  }
  database.close();
}
