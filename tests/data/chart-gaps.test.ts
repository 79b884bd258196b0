import { expect, it } from 'vitest';
import { seriesPoint } from '@/lib/contract/bot-view';
import { RANGES, type Range, rangeBetween } from '@/lib/domain/history/history';
import { HOUR_MS, MINUTE_MS, PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';
import { readBot } from '@/lib/services/bots/read';
import { historySeries } from '@/lib/view/charts/chart';
import { chartOf } from '@/lib/view/charts/charts';
import { drawPlot } from '@/lib/view/charts/draw';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register, signedIn } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const SECOND_MS = 1_000;
const ALL_RANGES = [...RANGES, rangeBetween(T0 - 10 * HOUR_MS, T0)];

/** A report each interval for 20 hours until now, but none for `gapMs` that end 4 hours ago. */
function timesAround(intervalMs: number, gapMs: number): number[] {
  const endMs = T0 - 4 * HOUR_MS;
  const after = Array.from({ length: (4 * HOUR_MS) / intervalMs + 1 }, (_, at) => endMs + at * intervalMs);
  const count = (16 * HOUR_MS) / intervalMs;
  const before = Array.from({ length: count }, (_, at) => endMs - gapMs - (count - 1 - at) * intervalMs);
  return [...before, ...after];
}

onEachDatabase('a gap in the history', () => {
  it.each(
    PLAN_NAMES.flatMap((plan) => [
      [plan, 2 * PLANS[plan].intervalMinutes * MINUTE_MS, 0] as const,
      [plan, 2 * PLANS[plan].intervalMinutes * MINUTE_MS + SECOND_MS, 1] as const,
    ]),
  )('on %s: of %d ms is drawn as %d gaps at every range', async (plan, gapMs, count) => {
    await register(directory, { plan, ownerId: 'owner' });
    const times = timesAround(PLANS[plan].intervalMinutes * MINUTE_MS, gapMs);
    const rows = times.map((atMs, at) => `('${BOT_ID}', ${atMs}, ${at}, ${1_000 + at}, ${at}, 1)`);
    await db.run(
      `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${rows}`,
    );
    await db.run(`UPDATE bots SET registered_at_ms = ${times[0]} WHERE id = '${BOT_ID}'`);
    for (const range of ALL_RANGES) {
      const view = await accepted(await readBot(ports, signedIn('owner', 'owner'), BOT_ID, range)).read();
      expect(view.gaps, range).toHaveLength(count);
      const { gaps, annotations, fromMs, untilMs } = view;
      const points = view.series.map(seriesPoint);
      const look = {
        measure: 'serverCount',
        series: historySeries({ name: 'Servers', color: 'red' }),
      } as const;
      const chart = chartOf(
        { kind: 'history', ...look, points, gaps, annotations, fromMs, untilMs },
        { timeZone: 'UTC' },
      );
      const drawn = drawPlot(chart);
      // Its outline makes it 2 px wide at least, whatever its length.
      const box = /data-gaps="(\d)" fill="[^"]*" stroke="[^"]*" style="stroke-width:2"/;
      expect(Number(box.exec(drawn)?.[1] ?? 0), range).toBe(count);
      expect(
        chart.rows.filter(({ last }) => last === null),
        range,
      ).toHaveLength(count);
    }
  });
});

onEachDatabase('the period before a range', () => {
  it('has nothing older than the plan’s history, also while the reports of a larger plan are kept', async () => {
    const days = PLANS.free.historyDays;
    await register(directory, { plan: 'free', ownerId: 'owner' });
    await db.run(
      `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES
       ('${BOT_ID}', ${T0 - (days + 1) * 24 * HOUR_MS}, 1, 5, 5, 1), ('${BOT_ID}', ${T0 - 40 * HOUR_MS}, 2, 6, 6, 1)`,
    );
    const previousOf = async (range: Range) => {
      const turn = { isCompared: true };
      const found = await readBot(ports, signedIn('owner', 'owner'), BOT_ID, range, turn);
      return (await accepted(found).read()).previous?.map(([, , serverCount]) => serverCount);
    };
    expect(await previousOf('24h')).toEqual([6]);
    for (const range of ['7d', '30d', 'all'] as const) expect(await previousOf(range), range).toEqual([]);
  });
});
