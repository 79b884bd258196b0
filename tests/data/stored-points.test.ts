import { expect, it } from 'vitest';
import {
  cursorAfter,
  type HistoryCursor,
  type HistoryOrder,
  parseCursor,
  type StoredPoint,
} from '@/lib/domain/history/summary';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';

const FROM = Math.floor(T0 / HOUR_MS) * HOUR_MS;
/** Reports of one hour as [minute, servers]; two have the same time, and a late one is in an hour that is folded. */
const REPORTS = [70, 180, 185, 185, 190, 240].map((minute, at) => [FROM + minute * MINUTE_MS, 100 + at]);

async function addHistory(botId: string): Promise<void> {
  const reports = REPORTS.map(([atMs, servers], at) => `('${botId}', ${atMs}, ${at}, ${servers}, 1, 1)`);
  await db.run(
    `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${reports}`,
  );
  const hours = [0, 1, 2].map(
    (hour) =>
      `('${botId}', ${FROM + hour * HOUR_MS}, 9, 5, 3000000, 1, 10, ${20 + hour}, 5, 30, 2, 1, 2, 0, 3)`,
  );
  await db.run(
    `INSERT INTO report_hours (bot_id, hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms, server_first,
      server_last, server_min, server_max, shard_last, user_first, user_last, user_min, user_max) VALUES ${hours}`,
  );
}

type Window = { readonly fromMs?: number; readonly untilMs?: number };

/** All pages of at most `max` points, read as the page's table and CSV file do. */
async function readAll(order: HistoryOrder, max: number, window: Window = {}): Promise<StoredPoint[]> {
  const points: StoredPoint[] = [];
  let after: HistoryCursor | null = null;
  do {
    const query = { botId: BOT_ID, fromMs: FROM, untilMs: FROM + 5 * HOUR_MS, order, after, max, ...window };
    const page: StoredPoint[] = await directory.read(({ history }) => history.page(query));
    points.push(...page);
    after = page.length < max ? null : parseCursor(cursorAfter(page, after));
  } while (after !== null);
  return points;
}

onEachDatabase('the pages of a bot’s stored history', () => {
  it.each([1, 2, 3, 100])('have every report and hour once, in pages of %d', async (max) => {
    await register(directory);
    await register(directory, { id: OTHER_BOT_ID });
    await addHistory(BOT_ID);
    await addHistory(OTHER_BOT_ID);
    const oldest = await readAll('oldest', max);
    expect(oldest.map((p) => [(p.atMs - FROM) / MINUTE_MS, p.serverCount, p.reports])).toEqual([
      [50, 20, 9],
      [70, 100, 1],
      [110, 21, 9],
      [170, 22, 9],
      [180, 101, 1],
      [185, 102, 1],
      [185, 103, 1],
      [190, 104, 1],
      [240, 105, 1],
    ]);
    expect(await readAll('newest', max)).toEqual(oldest.toReversed());
  });

  it('have the first, last, lowest and highest counts of an hour, and one report as all of them', async () => {
    await register(directory);
    await addHistory(BOT_ID);
    const [hour, report] = await readAll('oldest', 2);
    expect(hour).toEqual({
      atMs: FROM + 50 * MINUTE_MS,
      hourMs: FROM,
      firstAtMs: FROM + 5,
      reports: 9,
      serverCount: 20,
      userCount: 2,
      shardCount: 2,
      first: { serverCount: 10, userCount: 1 },
      min: { serverCount: 5, userCount: 0 },
      max: { serverCount: 30, userCount: 3 },
    });
    const counts = { serverCount: 100, userCount: 1 };
    expect(report).toMatchObject({ hourMs: null, ...counts, first: counts, min: counts, max: counts });
  });

  it('begin at `fromMs` and end before `untilMs`', async () => {
    await register(directory);
    await addHistory(BOT_ID);
    const window = { fromMs: FROM + 50 * MINUTE_MS + 1, untilMs: FROM + 190 * MINUTE_MS };
    for (const order of ['newest', 'oldest'] as const) {
      const counts = (await readAll(order, 2, window)).map((point) => point.serverCount);
      expect(counts.sort((a, b) => a - b)).toEqual([21, 22, 100, 101, 102, 103]);
    }
  });
});

it.each([
  ['1795339242469.2', { atMs: 1_795_339_242_469, skip: 2 }],
  ['1795339242469', null],
  ['1.99999', null],
  ['-1.1', null],
  ['1e3.1', null],
  [undefined, null],
])('the cursor %j is %j', (text, cursor) => {
  expect(parseCursor(text)).toEqual(cursor);
});
