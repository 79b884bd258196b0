import { expect, it } from 'vitest';
import type { SeriesQuery } from '@/lib/data/tables/series';
import { afterPlanChange, keptFromMs, RANGES } from '@/lib/domain/history/history';
import { hourOf } from '@/lib/domain/history/summary';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, MINUTE_MS, PLAN_NAMES, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { readBot } from '@/lib/services/bots/read';
import { foldDue } from '@/lib/services/history/fold';
import { pruneHistory } from '@/lib/services/history/prune';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports, store } from '@/tests/support/data/each-database';
import { read, register, send, signedIn } from '@/tests/support/data/fixtures';

async function addReports(times: readonly number[], botId = BOT_ID): Promise<void> {
  const values = times.map((atMs, i) => `('${botId}', ${atMs}, ${-1_000 + i}, ${i}, 1, 1)`);
  if (values.length > 0)
    await db.run(
      `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${values}`,
    );
  await db.run(`UPDATE bots SET history_due_at_ms = 0 WHERE id = '${botId}'`);
}

const timesOf = async (botId = BOT_ID) =>
  (await db.rows(`SELECT at_ms FROM reports WHERE bot_id = '${botId}' ORDER BY at_ms`)).map(
    (row) => row.at_ms,
  );

const changePlan = (plan: PlanName) =>
  directory.write([], async ({ bots }, nowMs) => {
    const bot = await bots.findById(BOT_ID);
    if (bot !== null) await bots.update(BOT_ID, afterPlanChange(bot, plan, nowMs), nowMs);
  });

onEachDatabase('the history of a bot', () => {
  it.each(PLAN_NAMES)(
    'on %s: the job deletes reports of the whole hours older than the plan’s history',
    async (plan) => {
      await register(directory, { plan });
      const cutoff = hourOf(T0 - PLANS[plan].historyDays * DAY_MS);
      await addReports([cutoff - 1, cutoff, cutoff + 1]);
      await foldDue(ports);
      expect(await timesOf()).toEqual([cutoff, cutoff + 1]);
    },
  );

  it('old reports are deleted six hours at a time, never all at once and never another bot’s', async () => {
    await register(directory);
    await register(directory, { id: OTHER_BOT_ID });
    const old = Array.from({ length: 40 }, (_, i) => hourOf(T0) - 30 * DAY_MS + i * 30 * MINUTE_MS);
    await addReports(old);
    await addReports(old, OTHER_BOT_ID);
    await db.run(`UPDATE bots SET history_due_at_ms = ${T0 + 1} WHERE id = '${OTHER_BOT_ID}'`);
    const left: number[] = [];
    await foldDue(ports, { pause: async () => void left.push((await timesOf()).length) });
    expect(left).toEqual([28, 16, 4, 0]);
    expect(await timesOf(OTHER_BOT_ID)).toHaveLength(40);
  });

  it('a report and a read delete nothing: no call pays for old reports', async () => {
    const { keyHash } = await register(directory);
    await addReports([T0 - 30 * DAY_MS]);
    await send(store, { keyHash });
    await read(store, { keyHash });
    expect(await timesOf()).toHaveLength(2);
  });

  it('after a downgrade the former plan’s reports stay for 7 days, and are deleted with the hours that are due then', async () => {
    await register(directory, { plan: 'premium' });
    const old = T0 - 60 * DAY_MS;
    await addReports([old]);
    await changePlan('free');
    await db.setClock(T0 + 7 * DAY_MS - 1);
    await foldDue(ports);
    expect(await timesOf()).toContain(old);
    await db.setClock(T0 + 7 * DAY_MS + 30 * MINUTE_MS);
    await addReports([]);
    await foldDue(ports);
    expect(await timesOf()).not.toContain(old);
  });

  it('after a downgrade older reports are hidden at once at every range, and shown again after an upgrade', async () => {
    await register(directory, { plan: 'business', ownerId: 'owner' });
    const ages = [0.5, 6.5, 7.5, 88, 92, 364].map((days) => days * DAY_MS);
    await addReports(ages.map((age) => T0 - age));
    const shown = async () => {
      const views = await Promise.all(
        RANGES.map((range) => readBot(ports, signedIn('owner', 'owner'), BOT_ID, range)),
      );
      const series = views.map(async (view) =>
        view.ok ? (await view.value.read()).series.map(([atMs]) => (T0 - atMs) / DAY_MS) : null,
      );
      return Promise.all(series);
    };
    const all = [364, 92, 88, 7.5, 6.5, 0.5];
    expect(await shown()).toEqual([[0.5], [6.5, 0.5], [7.5, 6.5, 0.5], [88, 7.5, 6.5, 0.5], all]);
    await changePlan('free');
    expect(await shown()).toEqual([[0.5], [6.5, 0.5], [6.5, 0.5], [6.5, 0.5], [6.5, 0.5]]);
    await changePlan('premium');
    const kept = [88, 7.5, 6.5, 0.5];
    expect(await shown()).toEqual([[0.5], [6.5, 0.5], [7.5, 6.5, 0.5], kept, kept]);
  });

  it('of a bot that stopped reporting is pruned too, by its plan, to the millisecond', async () => {
    await register(directory);
    await register(directory, { id: OTHER_BOT_ID, plan: 'premium' });
    const cutoff = T0 - 7 * DAY_MS;
    await addReports([cutoff - 2, cutoff - 1, cutoff, cutoff + 1]);
    await addReports([cutoff - 1], OTHER_BOT_ID);
    expect(await pruneHistory(ports, '')).toBe('');
    expect(await timesOf()).toEqual([cutoff, cutoff + 1]);
    expect(await timesOf(OTHER_BOT_ID)).toEqual([cutoff - 1]);
    const retention = { plan: 'free', planChangedAtMs: null, formerHistoryDays: 7 } as const;
    expect(keptFromMs(retention, T0)).toBe(cutoff);
  });
});

onEachDatabase('a bot’s daily counters', () => {
  it('are kept for 31 days on every plan, today included', async () => {
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

onEachDatabase('the series of a chart', () => {
  const series = (query: Omit<SeriesQuery, 'botId'>) =>
    directory.read(({ history }) => history.series({ botId: BOT_ID, ...query }));

  it('has one point for two reports in one millisecond: the later one', async () => {
    await register(directory);
    await addReports([T0, T0]);
    const points = await series({ fromMs: T0, untilMs: T0 + 1, bucketMs: 60_000 });
    expect(points).toMatchObject([{ atMs: T0, serverCount: 1, reports: 2 }]);
  });
});
