import { expect, it } from 'vitest';
import type { NewEvent } from '@/lib/domain/alerts/event';
import type { ActivityKind } from '@/lib/domain/people/activity';
import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { readActivity } from '@/lib/services/activity/read';
import { changeBot } from '@/lib/services/bots/change';
import { deleteBot } from '@/lib/services/bots/delete';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { recordExpiringKeys } from '@/lib/services/keys/record-expiring';
import { pruneEvents } from '@/lib/services/prune';
import { finishRemovals } from '@/lib/services/removals/finish';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { addKeys, read, register } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

/** The stored events, in the order in which they happened. */
const recorded = async () => {
  const rows = await db.rows('SELECT type, period, data_json FROM events ORDER BY at_ms, type');
  return rows.map(({ type, period, data_json }) => ({ type, period, ...JSON.parse(String(data_json)) }));
};
const types = async () => (await recorded()).map(({ type }) => type);
const testEvent = (dueAtMs: number): NewEvent => ({
  type: 'webhook.test',
  period: String(dueAtMs),
  atMs: T0,
  dueAtMs,
  data: { botId: BOT_ID, botName: 'TestBot' },
});
const setUsed = (used: number, index = 0) =>
  db.run(`UPDATE bots SET cycle_used = ${used}, cycle_index = ${index}`);

onEachDatabase('of 24 simultaneous calls through four instances, the one', () => {
  it.each([
    [1_200, 'quota.warning', 80],
    [1_425, 'quota.critical', 95],
    [1_500, 'quota.exhausted', 100],
  ])('that makes %i of 1500 calls tells %s, once', async (used, type, percentage) => {
    const { keyHash } = await register(directory);
    await setUsed(used - 12);
    const stores = [store];
    for (let i = 0; i < 3; i++) stores.push((await connectAgain()).store);
    await Promise.all(stores.flatMap((on) => Array.from({ length: 6 }, () => read(on, { keyHash }))));
    const data = { botId: BOT_ID, botName: 'TestBot', plan: 'free', used, limit: 1_500, percentage };
    expect(await recorded()).toEqual([
      { type, period: '0:free', ...data, resetAt: new Date(T0 + 30 * DAY_MS).toISOString() },
    ]);
  });
});

onEachDatabase('an admin’s change', () => {
  const change = (to: Parameters<typeof changeBot>[3]) => changeBot(ports, OPERATOR, BOT_ID, to);

  it('tells what it changed, each time', async () => {
    await register(directory);
    await register(directory, { id: OTHER_BOT_ID });
    const keys = await addKeys(directory, 3);
    const owner = { userId: `owner-of-${OTHER_BOT_ID}` };
    await change({ owner, plan: 'premium', isDisabled: true, revokesKeys: true });
    await change({ isDisabled: false, name: 'Renamed' });
    await change({ isDisabled: true, disabledReason: 'It sent spam' });
    expect((await types()).sort()).toEqual([
      'bot.disabled',
      'bot.disabled',
      'bot.enabled',
      'bot.owner_changed',
      'bot.plan_changed',
      ...[...keys, 'default'].map(() => 'key.revoked'),
    ]);
    const all = await recorded();
    expect(all.find(({ type }) => type === 'bot.plan_changed')).toMatchObject({
      from: 'free',
      to: 'premium',
    });
    const disablings = all.filter(({ type }) => type === 'bot.disabled');
    expect(disablings.map((event) => ('reason' in event ? event.reason : null)).sort()).toEqual([
      'It sent spam',
      null,
    ]);
    await change({ name: 'Again', plan: 'premium', isDisabled: true });
    expect(await recorded()).toHaveLength(all.length);
  });

  it('to a smaller plan tells the highest threshold that it crosses, once a cycle', async () => {
    const { keyHash } = await register(directory, { plan: 'premium' });
    await setUsed(1_430);
    for (const plan of ['free', 'premium', 'free'] as const) accepted(await change({ plan }));
    expect((await types()).filter((type) => type.startsWith('quota'))).toEqual(['quota.critical']);
    await db.setClock(T0 + 30 * DAY_MS);
    for (const plan of ['premium', 'free'] as const) accepted(await change({ plan }));
    expect((await types()).filter((type) => type.startsWith('quota'))).toEqual(['quota.critical']);
    await setUsed(1_600, 1);
    for (const plan of ['premium', 'free', 'premium'] as const) accepted(await change({ plan }));
    await read(store, { keyHash });
    expect((await recorded()).filter(({ type }) => type.startsWith('quota')).slice(1)).toMatchObject([
      { type: 'quota.exhausted', period: '1:free', used: 1_600, limit: 1_500, percentage: 106.66 },
      { type: 'quota.restored', period: '1:free', used: 1_601, limit: 10_000 },
    ]);
  });

  it('while calls are counted loses no crossing: the quota tells of each state that it had', async () => {
    const { keyHash } = await register(directory, { plan: 'premium' });
    const second = await connectAgain();
    for (let used = 1_190; used < 1_200; used++) {
      await db.run('DELETE FROM events');
      await db.run(`UPDATE bots SET plan = 'premium', cycle_used = ${used}`);
      await Promise.all([
        ...Array.from({ length: 15 }, () => read(second.store, { keyHash })),
        change({ plan: 'free' }),
      ]);
      expect(await types()).toEqual(['bot.plan_changed', 'quota.warning']);
    }
  });
});

onEachDatabase('a key', () => {
  const createdAt = async (name: string, days: number | null) => {
    const expiresAtMs = days === null ? null : T0 + days * DAY_MS;
    return accepted(await createKey(ports, OPERATOR, { botId: BOT_ID, name, expiresAtMs })).apiKey;
  };

  it('tells of its creation, its rotation alone, and its revocation', async () => {
    await register(directory);
    const key = await createdAt('ci', 30);
    const data = { name: 'ci', botName: 'TestBot', expiresAt: new Date(T0 + 30 * DAY_MS).toISOString() };
    expect(await recorded()).toMatchObject([
      { type: 'key.created', keyId: key.id, last4: key.last4, ...data },
    ]);
    const { apiKey } = accepted(await rotateKey(ports, OPERATOR, key.id, '0'));
    for (let i = 0; i < 2; i++) await revokeKey(ports, OPERATOR, apiKey.id);
    const { id: keyId, last4 } = apiKey;
    expect((await recorded()).slice(1)).toMatchObject([
      { type: 'key.revoked', keyId, last4 },
      { type: 'key.rotated', keyId, last4, ...data },
    ]);
  });

  it('is announced 7 days before its end, once, if it lives 14 days and was neither replaced nor revoked', async () => {
    await register(directory);
    const keys = [];
    for (const [name, days] of [
      ['short', 13],
      ['long', 14],
      ['later', 15],
      ['endless', null],
    ] as const) {
      keys.push(await createdAt(name, days));
    }
    await rotateKey(ports, OPERATOR, (await createdAt('rotated', 14)).id, '7d');
    await revokeKey(ports, OPERATOR, (await createdAt('revoked', 14)).id);
    await db.run('DELETE FROM events');
    const second = await connectAgain();
    const names = [];
    for (const atMs of [7 * DAY_MS - 1_000, 7 * DAY_MS, 7 * DAY_MS + 1_000, 15 * DAY_MS]) {
      await db.setClock(T0 + atMs);
      await Promise.all([recordExpiringKeys(ports), recordExpiringKeys(second)]);
      names.push((await recorded()).map(({ type, name }) => `${type} ${name}`).sort());
    }
    // The key that replaced the rotated one has its lifetime and its name.
    const expiring = ['key.expiring long', 'key.expiring rotated'];
    expect(names).toEqual([[], expiring, expiring, expiring]);
  });
});

onEachDatabase('stored events', () => {
  it('are in the bot’s activity once their time has come, those of changes as changes with who made them', async () => {
    await register(directory);
    await createKey(ports, OPERATOR, { botId: BOT_ID, name: 'x', expiresAtMs: null });
    await directory.write([], ({ events }) =>
      events.insert([T0 + 1_000, T0].map((dueAtMs) => testEvent(dueAtMs))),
    );
    const kinds = async (kind: ActivityKind) => {
      const { entries } = accepted(
        await readActivity(ports, OPERATOR, BOT_ID, { ...ALL_ACTIVITY, kind }, null),
      );
      return entries.map((entry) => (entry.kind === 'events' ? entry.event.period : entry.kind)).sort();
    };
    expect(await kinds('events')).toEqual([String(T0)]);
    expect(await kinds('all')).toEqual([String(T0), 'changes']);
    expect(await kinds('changes')).toEqual(['changes']);
  });

  it('are deleted after 90 days, a stopped job’s by the next one, and with their bot', async () => {
    await register(directory);
    const count = 1_100;
    const all = Array.from({ length: count }, (_, i) => testEvent(T0 + i));
    await directory.write([], ({ events }) => events.insert(all));
    const left = [];
    for (const byMs of [-1_000, 1_000]) {
      await db.setClock(T0 + 90 * DAY_MS + byMs);
      await pruneEvents(ports, AbortSignal.abort());
      await Promise.all([pruneEvents(ports), pruneEvents(await connectAgain())]);
      left.push((await recorded()).length);
    }
    expect(left).toEqual([count, 0]);
    await createKey(ports, OPERATOR, { botId: BOT_ID, name: 'x', expiresAtMs: null });
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    await finishRemovals(ports);
    expect(await recorded()).toEqual([]);
  });
});
