import { CHOOSABLE_TYPES, switchedOn } from '@/lib/domain/alerts/webhook';
import { type Account, NO_ALERTS } from '@/lib/domain/bots/account';
import type { User } from '@/lib/domain/people/caller';
import { PLANS } from '@/lib/domain/quota/plan';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';
import type { StoredWebhook } from '@/lib/ports/events';
import type { StoredVoteSource } from '@/lib/ports/votes';
import type { Change, Rows, Table } from './database';
import type { Plan } from './plan';
import { reportPlace } from './rows';

export const START_MS = Date.UTC(2026, 5, 15, 3, 40, 0, 123);

export const keyHashOf = (botId: string): string => `key of ${botId}`;
export const sourceOf = (botId: string): string => `source of ${botId}`;

export const OWNER: User = {
  ...{ id: 'owner', email: 'owner@example.org', name: 'Owner', role: 'owner' },
  ...{ isDisabled: false, createdAtMs: START_MS, timeZone: 'UTC' },
};

/** What a world has of a bot at its start. */
export function beginningOf(plan: Plan) {
  return plan.bots.map(({ id: botId, plan: name, used, ageMs }) => {
    const reports = plan.oldReportsMs.map((beforeMs, i): Rows['reports'] => ({
      ...{ botId, atMs: START_MS - beforeMs, number: i + 1 },
      ...{ serverCount: 100 + ((i * 37) % 11), userCount: 5_000 - i * 13, shardCount: 1 },
    }));
    const { botId: _b, number: _n, ...last } = reports.at(-1) ?? { botId, number: 0 };
    const account: Account = {
      ...{ botId, plan: name, ownerId: OWNER.id, name: `Bot ${botId}`, isDisabled: false },
      ...{
        registeredAtMs: START_MS - ageMs,
        planChangedAtMs: null,
        formerHistoryDays: PLANS[name].historyDays,
      },
      ...{ ...NEW_SILENCE_TERMS, lastHeartbeatAtMs: null, historyDueAtMs: 0, alerts: NO_ALERTS },
      ...{ cycle: { index: 0, used }, leftCycles: [], days: [], usagePart: null },
      ...{ lastReport: 'atMs' in last ? last : null, reportsTotal: reports.length },
    };
    const webhook: StoredWebhook = {
      ...{ id: `hook of ${botId}`, botId, kind: 'signed', host: `${botId}.example`, last4: 'hook' },
      ...{
        sealedAddress: `hook of ${botId}`,
        sealedSecret: 'secret',
        sealedFormerSecret: null,
        formerUntilMs: null,
      },
      ...{ ...switchedOn(START_MS), eventTypes: CHOOSABLE_TYPES, createdAtMs: START_MS },
    };
    const source: StoredVoteSource = {
      ...{
        id: sourceOf(botId),
        botId,
        kind: 'generic',
        name: 'List',
        isSigned: false,
        sealedSecret: 'secret',
      },
      ...{ createdAtMs: START_MS, pausedAtMs: null, deletedAtMs: null },
    };
    return { botId, account, reports, webhook, source };
  });
}

/** The same as the first commit of a simulated database. */
export function firstChanges(plan: Plan): Change[] {
  const changes: Change[] = [];
  const put = <T extends Table>(table: T, id: string, after: Rows[T]) =>
    changes.push({ table, id, before: undefined, after });
  put('users', OWNER.id, OWNER);
  for (const { botId, account, reports, webhook, source } of beginningOf(plan)) {
    for (const report of reports) put('reports', reportPlace(report), report);
    put('bots', botId, { account, version: 0 });
    put('keys', keyHashOf(botId), { botId, id: `key ${botId}`, number: 1 });
    put('webhooks', webhook.id, { webhook, nextAtMs: null, leaseUntilMs: 0, leaseToken: '' });
    put('sources', source.id, source);
  }
  return changes;
}
