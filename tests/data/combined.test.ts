import { beforeEach, expect, it } from 'vitest';
import { COMBINED_BUCKET_MS } from '@/lib/domain/history/combined';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { readCombined } from '@/lib/services/bots/combined';
import { listOwnBots } from '@/lib/services/bots/list';
import { PAGE_READ_WAIT } from '@/lib/services/bots/view-history';
import { OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { ALL_BOTS, insertRegistered, read, signedIn } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const OWNER = signedIn('owner', 'owner');
const NOW = T0 + 40 * DAY_MS;
const botId = (index: number) => String(1_183_746_529_000_000_000n + BigInt(index));

onEachDatabase('all bots of a person together', () => {
  beforeEach(() => db.setClock(NOW));
  const own = (count: number) =>
    directory.write([], async (tables) => {
      for (let index = 0; index < count; index++) {
        await insertRegistered(tables, { id: botId(index), ownerId: 'owner' });
      }
    });
  /** Reports, of which the newest of a bot is its last. */
  async function reported(reports: readonly (readonly [index: number, agoMs: number, servers: number])[]) {
    const rows = reports.map(
      ([index, ago, servers], at) =>
        `('${botId(index)}', ${NOW - ago}, ${at}, ${servers}, ${servers * 10}, 1)`,
    );
    await db.run(
      `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${rows}`,
    );
    await db.run(`UPDATE bots SET shard_count = 1,
      last_report_at_ms = (SELECT max(at_ms) FROM reports WHERE bot_id = bots.id),
      server_count = (SELECT server_count FROM reports r WHERE bot_id = bots.id ORDER BY at_ms DESC, number DESC LIMIT 1),
      user_count = (SELECT user_count FROM reports r WHERE bot_id = bots.id ORDER BY at_ms DESC, number DESC LIMIT 1)
      WHERE id IN (SELECT bot_id FROM reports)`);
  }
  const view = async (who = OWNER) => accepted(await readCombined(ports, who, PAGE_READ_WAIT)).read();

  it('are the sums of the last reports, of their owner alone', async () => {
    await own(3);
    await directory.write([], (tables) => insertRegistered(tables, { id: OTHER_BOT_ID }));
    await reported([
      [0, 6 * DAY_MS, 1],
      [0, 2 * MINUTE_MS, 2],
      [1, 3 * MINUTE_MS, 30],
      // Two reports of one millisecond, as after a clock step: the later one holds.
      [1, MINUTE_MS, 999],
      [1, MINUTE_MS, 40],
      // Kept by the hour by now: the account still has it.
      [2, 9 * DAY_MS, 500],
    ]);
    await db.run(`INSERT INTO reports VALUES ('${OTHER_BOT_ID}', ${NOW}, 1, 7777, 7777, 1)`);
    const { points, bots, owned, isBusy } = await view();
    expect({ bots, owned, isBusy }).toEqual({ bots: 3, owned: 3, isBusy: false });
    expect(points.at(-1)).toEqual({ atMs: NOW, serverCount: 542, userCount: 5_420 });
    expect(points[0]?.serverCount).toBe(500);
    const first = Math.ceil((NOW - 6 * DAY_MS) / COMBINED_BUCKET_MS) * COMBINED_BUCKET_MS;
    expect(points.find(({ atMs }) => atMs === first)?.serverCount).toBe(501);
    expect(await view(signedIn('stranger', 'owner'))).toMatchObject({ points: [], owned: 0 });
  });

  it('have changed by what the bots of the list have, each since the begin or its first report', async () => {
    await own(4);
    await reported([
      [0, 7 * DAY_MS - MINUTE_MS, 100],
      [0, 2 * MINUTE_MS, 150],
      // Registered in the week: what it began with is no growth.
      [1, 2 * DAY_MS, 1_000],
      [1, MINUTE_MS, 990],
      [2, 9 * DAY_MS, 60],
    ]);
    const { changes, fromMs } = await view();
    const servers = { value: 1_200, by: 40, percent: 3.45, sinceMs: fromMs };
    expect(changes).toEqual({ serverCount: servers, userCount: { ...servers, value: 12_000, by: 400 } });
    const list = await accepted(await listOwnBots(ports, OWNER, ALL_BOTS)).read();
    expect(list.bots.reduce((sum, bot) => sum + (bot.servers?.by ?? 0), 0)).toBe(servers.by);
    expect(list.totals).toEqual({ servers: 1_200, users: 12_000, calls: 0, rejected: 0 });
    expect((await view(signedIn('stranger', 'owner'))).changes.serverCount).toBeNull();
  });

  it('have the calls of 30 days, today last', async () => {
    await own(2);
    for (const index of [0, 0, 1]) await read(ports.store, { botId: botId(index) });
    const { days, points } = await view();
    expect(points).toEqual([]);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ calls: 3, rejected: 0, date: '2026-02-28' });
    expect(days.slice(0, -1).every(({ calls }) => calls === 0)).toBe(true);
  });

  it('of 300 bots that report every half an hour are read by statements whose rows are bounded', async () => {
    await own(300);
    const ages = Array.from({ length: 24 }, (_, at) => at * 7 * HOUR_MS + MINUTE_MS);
    await reported(
      Array.from({ length: 300 }, (_, index) => ages.map((ago) => [index, ago, 5] as const)).flat(),
    );
    const { points } = await view();
    expect(points.length).toBeLessThanOrEqual(29);
    expect(points.at(-1)?.serverCount).toBe(1_500);
  });

  it('are busy, not refused, on a page that gets no place in time', async () => {
    await own(1);
    await reported([[0, MINUTE_MS, 1]]);
    const ends: (() => void)[] = [];
    const held = [0, 1, 2].map(() =>
      directory.readHistory(
        { subject: 'another', signal: new AbortController().signal },
        () => new Promise<void>((end) => ends.push(end)),
      ),
    );
    const busy = await accepted(await readCombined(ports, OWNER, { waitMaxMs: 1 })).read();
    expect(busy).toMatchObject({ isBusy: true, points: [] });
    // On SQLite the third begins only now.
    while (ends.length < held.length) {
      for (const end of ends) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const end of ends) end();
    await Promise.all(held);
  });
});
