import { expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import { dayOf } from '@/lib/domain/days';
import { afterPlanChange, keptFromMs, RANGES } from '@/lib/domain/history';
import { DAY_MS, MINUTE_MS, PLANS } from '@/lib/domain/plan';
import type { Directory } from '@/lib/ports/directory';
import { readBot } from '@/lib/services/bots/read';
import { pruneHistory } from '@/lib/services/history/prune';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import type { TestDatabase } from '@/tests/support/data/database-kind';
import { type DatabaseContext, onEachDatabase } from '@/tests/support/data/each-database';
import { read, register, send } from '@/tests/support/data/fixtures';
import { signedIn } from '@/tests/support/data/signed-in';

async function addReports(db: TestDatabase, times: readonly number[], botId = BOT_ID): Promise<void> {
  const values = times.map((atMs, i) => `('${botId}', ${atMs}, ${-1_000 + i}, ${i}, 1, 1)`);
  await db.run(
    `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${values}`,
  );
}

const timesOf = async (db: TestDatabase, botId = BOT_ID) =>
  (await db.rows(`SELECT at_ms FROM reports WHERE bot_id = '${botId}' ORDER BY at_ms`)).map(
    (row) => row.at_ms,
  );

const changePlan = (directory: Directory, plan: 'free' | 'premium' | 'business') =>
  directory.write([], async ({ bots }, nowMs) => {
    const bot = await bots.findById(BOT_ID);
    if (bot !== null) await bots.update(BOT_ID, afterPlanChange(bot, plan, nowMs), nowMs);
  });

const prune = ({ directory }: DatabaseContext, after = '') => pruneHistory({ directory }, after);

onEachDatabase('the history of a bot', (context) => {
  it.each(['free', 'premium', 'business'] as const)(
    'on %s: a new report deletes those older than the plan keeps, to the millisecond',
    async (plan) => {
      const { db, store, directory } = context();
      const { keyHash } = await register(directory, { plan });
      const cutoff = T0 - PLANS[plan].historyDays * DAY_MS;
      await addReports(db, [cutoff - 1, cutoff, cutoff + 1]);
      await send(store, { keyHash });
      expect(await timesOf(db)).toEqual([cutoff, cutoff + 1, T0]);
    },
  );

  it('each report deletes a few old ones, more than it adds, never all at once and never another bot’s', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    await register(directory, { id: OTHER_BOT_ID });
    const old = Array.from({ length: 10 }, (_, i) => T0 - 30 * DAY_MS + i);
    await addReports(db, old);
    await addReports(db, old, OTHER_BOT_ID);
    const left = [];
    for (let i = 0; i < 3; i++) {
      await db.setClock(T0 + i * 30 * MINUTE_MS);
      await send(store, { keyHash });
      left.push((await timesOf(db)).filter((atMs) => Number(atMs) < T0).length);
    }
    expect(left).toEqual([6, 2, 0]);
    expect(await timesOf(db, OTHER_BOT_ID)).toHaveLength(10);
  });

  it('a refused report and a read delete nothing', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory, { isDisabled: true });
    await addReports(db, [T0 - 30 * DAY_MS]);
    await send(store, { keyHash });
    await read(store, { keyHash });
    expect(await timesOf(db)).toHaveLength(1);
  });

  it('after a downgrade the former plan’s reports stay for 7 days and go with the first report after that', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory, { plan: 'premium' });
    const old = T0 - 60 * DAY_MS;
    await addReports(db, [old]);
    await changePlan(directory, 'free');
    await db.setClock(T0 + 7 * DAY_MS - 1);
    await send(store, { keyHash });
    expect(await timesOf(db)).toContain(old);
    await db.setClock(T0 + 7 * DAY_MS + 30 * MINUTE_MS);
    await send(store, { keyHash });
    expect(await timesOf(db)).not.toContain(old);
  });

  it('after a downgrade what the lower plan does not show is hidden at once, at every range, and shown again after an upgrade', async () => {
    const { db, store, directory } = context();
    await register(directory, { plan: 'business', ownerId: 'owner' });
    const ages = [0.5, 6.5, 7.5, 88, 92, 364].map((days) => days * DAY_MS);
    await addReports(
      db,
      ages.map((age) => T0 - age),
    );
    const shown = async () => {
      const ports = { store, directory, passwords, secrets };
      const views = await Promise.all(
        RANGES.map((range) => readBot(ports, signedIn('owner', 'owner'), BOT_ID, range)),
      );
      return views.map((view) =>
        view.ok ? view.value.series.map((point) => (T0 - point.atMs) / DAY_MS) : null,
      );
    };
    const all = [364, 92, 88, 7.5, 6.5, 0.5];
    expect(await shown()).toEqual([[0.5], [6.5, 0.5], [7.5, 6.5, 0.5], all]);
    await changePlan(directory, 'free');
    expect(await shown()).toEqual([[0.5], [6.5, 0.5], [6.5, 0.5], [6.5, 0.5]]);
    await changePlan(directory, 'premium');
    expect(await shown()).toEqual([[0.5], [6.5, 0.5], [7.5, 6.5, 0.5], [88, 7.5, 6.5, 0.5]]);
  });

  it('after an upgrade back within the 7 days all of it stays', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory, { plan: 'premium' });
    const old = T0 - 60 * DAY_MS;
    await addReports(db, [old]);
    await changePlan(directory, 'free');
    await db.setClock(T0 + 6 * DAY_MS);
    await changePlan(directory, 'premium');
    await db.setClock(T0 + 20 * DAY_MS);
    await send(store, { keyHash });
    expect(await timesOf(db)).toContain(old);
  });

  it('of a bot that stopped reporting is pruned too, bot by bot, to the millisecond', async () => {
    const { db, directory } = context();
    await register(directory);
    await register(directory, { id: OTHER_BOT_ID, plan: 'premium' });
    const cutoff = T0 - 7 * DAY_MS;
    await addReports(db, [cutoff - 2, cutoff - 1, cutoff, cutoff + 1]);
    await addReports(db, [cutoff - 1], OTHER_BOT_ID);
    expect(await prune(context())).toBe('');
    expect(await timesOf(db)).toEqual([cutoff, cutoff + 1]);
    expect(await timesOf(db, OTHER_BOT_ID)).toEqual([cutoff - 1]);
    const retention = { plan: 'free', planChangedAtMs: null, formerHistoryDays: 7 } as const;
    expect(keptFromMs(retention, T0)).toBe(cutoff);
  });

  it('a round of pruning goes on after the bot that it is given', async () => {
    const { db, directory } = context();
    await register(directory);
    await addReports(db, [T0 - 30 * DAY_MS]);
    await prune(context(), BOT_ID);
    expect(await timesOf(db)).toHaveLength(1);
  });
});

onEachDatabase('a bot’s daily counters', (context) => {
  it('are kept for 31 days on every plan, today included', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    for (let i = 0; i < 40; i++) {
      await db.setClock(T0 + i * DAY_MS);
      await read(store, { keyHash });
    }
    const days = (await store.find({ keyHash }))?.account.days ?? [];
    const today = dayOf(T0 + 39 * DAY_MS);
    expect(days.map((d) => d.day)).toEqual(Array.from({ length: 31 }, (_, i) => today - 30 + i));
    expect(days.every((d) => d.calls === 1 && d.rejected === 0)).toBe(true);
  });
});

onEachDatabase('the series of a chart', (context) => {
  it('has the last report of each stretch, oldest first, from the first moment to before the last', async () => {
    const { db, directory } = context();
    await register(directory);
    const from = Math.ceil(T0 / 60_000) * 60_000;
    await addReports(db, [
      from - 1,
      from,
      from + 1,
      from + 59_999,
      from + 60_000,
      from + 119_999,
      from + 120_000,
    ]);
    const query = { botId: BOT_ID, fromMs: from, untilMs: from + 120_000, bucketMs: 60_000 };
    const points = await directory.read(({ bots }) => bots.series(query));
    expect(points.map((p) => [p.atMs - from, p.serverCount])).toEqual([
      [59_999, 3],
      [119_999, 5],
    ]);
  });

  it('has one point for two reports of one millisecond: the later', async () => {
    const { db, directory } = context();
    await register(directory);
    await addReports(db, [T0, T0]);
    const query = { botId: BOT_ID, fromMs: T0, untilMs: T0 + 1, bucketMs: 60_000 };
    const points = await directory.read(({ bots }) => bots.series(query));
    expect(points).toEqual([{ atMs: T0, serverCount: 1, userCount: 1, shardCount: 1 }]);
  });

  it('misses nothing over a year and more', async () => {
    const { db, directory } = context();
    await register(directory, { plan: 'business' });
    const times = Array.from({ length: 400 }, (_, i) => T0 - (400 - i) * DAY_MS);
    await addReports(db, times);
    const query = { botId: BOT_ID, fromMs: T0 - 400 * DAY_MS, untilMs: T0, bucketMs: 60 * MINUTE_MS };
    const points = await directory.read(({ bots }) => bots.series(query));
    expect(points.map((p) => p.atMs)).toEqual(times);
  });
});
