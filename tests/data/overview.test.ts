import { expect, it } from 'vitest';
import { DAYS_COUNTED } from '@/lib/domain/bots/bot-counts';
import { OPERATOR } from '@/lib/domain/people/caller';
import { LEASE_MS } from '@/lib/domain/silences/silence';
import { countBotsJob } from '@/lib/jobs/list';
import { searchBots } from '@/lib/services/bots/list';
import { countBots, readOverview } from '@/lib/services/overview/overview';
import { OTHER_BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { register, send } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const overview = async () => accepted(await readOverview(ports, OPERATOR));
const { signal } = new AbortController();

/** A bot that is silent since its report, and one that never reported. */
async function fill() {
  const reporting = await register(directory);
  await register(directory, { id: OTHER_BOT_ID });
  await send(store, { keyHash: reporting.keyHash });
  await send(store, { keyHash: reporting.keyHash });
  await db.run(`INSERT INTO serving_times (from_ms, until_ms) VALUES (${T0}, ${T0 + 100 * LEASE_MS * 60})`);
  await db.setClock(T0 + 3 * 3_600_000);
  return reporting.botId;
}

onEachDatabase('the overview', () => {
  it('is empty before the first count, and complete after it', async () => {
    expect(await overview()).toMatchObject({
      counts: null,
      worst: [],
      backup: null,
      begun: { hasBots: false },
    });
    const silent = await fill();
    await countBotsJob().run(ports, signal);
    const { counts, worst, databaseBytes, begun } = await overview();
    expect(counts).toMatchObject({
      atMs: T0 + 3 * 3_600_000,
      ...{ servers: REPORT.serverCount, users: REPORT.userCount, withoutReport: 1 },
      states: { silent: { count: 1, ids: [silent] }, new: { count: 1, ids: [OTHER_BOT_ID] } },
    });
    const nothing = { calls: 0, rejected: 0 };
    expect(counts?.days).toEqual([...Array(DAYS_COUNTED - 1).fill(nothing), { calls: 1, rejected: 1 }]);
    expect(worst).toMatchObject([{ bot: { id: silent }, state: { name: 'silent' } }]);
    expect(databaseBytes).toBeGreaterThan(10_000);
    expect(begun).toEqual({ hasPeople: true, hasBots: true, hasReports: true });
  });

  it('is counted by one of several instances, again a minute later, and not after an abort', async () => {
    await register(directory);
    await countBots(ports, null, signal);
    await register(directory, { id: OTHER_BOT_ID });
    const total = async () => (await overview()).counts?.states.new.count;
    await countBots(await connectAgain(), null, signal);
    expect(await total()).toBe(1);
    await db.setClock(T0 + 60_000);
    const counting = await countBots(ports, null, AbortSignal.abort());
    expect([counting?.afterBotId, await total()]).toEqual(['', 1]);
    expect(await countBots(ports, counting, signal)).toBeNull();
    expect(await total()).toBe(2);
  });

  it('leads to the bots of a state and of an owner', async () => {
    const silent = await fill();
    await countBots(ports, null, signal);
    const found = async (filters: Record<string, string>) => {
      const query = { text: '', sort: 'name', isDescending: false, page: 1, filters };
      return accepted(await searchBots(ports, OPERATOR, query)).rows.map(({ bot }) => bot.id);
    };
    expect(await found({ state: 'silent' })).toEqual([silent]);
    expect(await found({ state: 'critical' })).toEqual([]);
    expect(await found({ owner: `Owner-of-${OTHER_BOT_ID}@example.org` })).toEqual([OTHER_BOT_ID]);
    expect(await found({ owner: 'nobody@example.org' })).toEqual([]);
    await db.run('UPDATE service_facts SET value_json = \'{"states":[]}\'');
    expect([await found({ state: 'silent' }), (await overview()).counts]).toEqual([[], null]);
  });
});
