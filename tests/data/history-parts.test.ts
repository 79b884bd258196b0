import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Gap, type GapSearch, gapSearch } from '@/lib/domain/history/gaps';
import { HISTORY_UNITS, UNIT_MS } from '@/lib/domain/history/history';
import { hourOf, mergePoints, pointOf, type Summary } from '@/lib/domain/history/summary';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import type { TimedReport } from '@/lib/domain/reports/report';
import { readHistory } from '@/lib/services/calls/read-history';
import { foldDue } from '@/lib/services/history/fold';
import { anyReport } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';

const NOW = Date.UTC(2026, 0, 19, 3, 20, 0, 123);
/** The times between reports, back from now: usual, short of a gap and longer, and outages. */
const anyStepMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 5 * MINUTE_MS, max: 40 * MINUTE_MS }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      HOUR_MS,
      10 * MINUTE_MS,
      10 * MINUTE_MS + 1,
      3 * HOUR_MS,
      2 * DAY_MS,
      8 * DAY_MS,
    ),
  },
);
const anyHistory = fc.array(fc.tuple(anyStepMs, anyReport), { minLength: 20, maxLength: 80 });
const anySpan = fc.record({
  fromMs: fc.integer({ min: NOW - 100 * DAY_MS, max: NOW - 1 }),
  unit: fc.constantFrom(...HISTORY_UNITS),
});

const bucketsOf = (reports: readonly TimedReport[], bucketMs: number): Summary[] => {
  const points = new Map<number, Summary>();
  for (const point of reports.map(pointOf)) {
    const bucket = Math.floor(point.atMs / bucketMs);
    const before = points.get(bucket);
    points.set(bucket, before === undefined ? point : mergePoints(before, point));
  }
  return [...points.values()];
};

function gapsOf(times: readonly number[], { fromMs, toMs, exactFromMs, longerThanMs }: GapSearch): Gap[] {
  const found: Gap[] = [];
  let freeFromMs = fromMs;
  for (const atMs of [...times.filter((atMs) => hourOf(atMs) >= hourOf(fromMs) && atMs < toMs), toMs]) {
    const isExact = atMs >= exactFromMs || atMs === toMs;
    const gap = { fromMs: freeFromMs, toMs: isExact ? atMs : hourOf(atMs) };
    const lengthMs = gap.toMs - gap.fromMs;
    const isWhole = freeFromMs >= exactFromMs || lengthMs >= HOUR_MS;
    if (lengthMs > longerThanMs && isWhole) found.push(gap);
    freeFromMs = Math.max(freeFromMs, isExact ? atMs : hourOf(atMs) + HOUR_MS);
  }
  return found;
}

let bots = 0;

function notEmpty(points: readonly Summary[]): readonly Summary[] {
  expect(points.length).toBeGreaterThan(0);
  return points;
}

onEachDatabase('a part of a history', () => {
  it('has the first, last, lowest and highest values of all reports at every unit, and all gaps, folded or not', async () => {
    await directory.write([], ({ folding }) => folding.start(0));
    await db.setClock(NOW);
    await fc.assert(
      fc.asyncProperty(anyHistory, anySpan, async (steps, span) => {
        const id = `${1_234_567_890_123_456_789n + BigInt(bots++)}`;
        const { keyHash } = await register(directory, {
          id,
          plan: 'premium',
          registeredAtMs: NOW - 95 * DAY_MS,
        });
        let atMs = NOW + MINUTE_MS;
        const sent = steps.map(([stepMs, report]) => {
          atMs -= stepMs;
          return { ...report, atMs };
        });
        const reports = sent.reverse().filter((report) => report.atMs > NOW - 90 * DAY_MS);
        const values = sent.map(
          (r, i) => `('${id}', ${r.atMs}, ${i}, ${r.serverCount}, ${r.userCount}, ${r.shardCount})`,
        );
        await db.run(
          `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${values}`,
        );
        const read = async () => {
          const snapshot = await ports.store.find({ keyHash });
          const called =
            snapshot && (await readHistory(ports, { ref: { keyHash }, snapshot }, span, (points) => points));
          if (called?.outcome.kind !== 'served') throw new Error('It was not served.');
          const { pages, ...part } = called.outcome.value;
          return { ...part, points: pages.flat() };
        };
        const part = await read();
        const within = reports.filter((r) => r.atMs >= part.fromMs && r.atMs < part.toMs);
        expect(part.points).toEqual(
          span.unit === 'report'
            ? within.map((r) => ({ ...pointOf(r), hourMs: null }))
            : bucketsOf(within, UNIT_MS[span.unit]),
        );
        const search = gapSearch({ plan: 'premium', registeredAtMs: NOW - 95 * DAY_MS }, part, NOW);
        expect(part.gaps).toEqual(
          search === null
            ? []
            : gapsOf(
                reports.map((r) => r.atMs),
                search,
              ),
        );
        await db.run('UPDATE bots SET history_due_at_ms = 0');
        await foldDue(ports);
        expect(await read()).toEqual(part);
      }),
      { numRuns: 25 },
    );
    const [hours] = await db.rows('SELECT count(*) AS hours FROM report_hours');
    expect(hours?.hours).toBeGreaterThan(30);
  });

  it('is complete over more points than one statement returns', async () => {
    await db.setClock(NOW);
    const { keyHash } = await register(directory, { plan: 'business', registeredAtMs: NOW - 365 * DAY_MS });
    await db.run(
      `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
       WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
       SELECT '1234567890123456789', ${NOW} - i * ${2 * MINUTE_MS}, 3000 - i, i, i, 1 FROM n
       UNION ALL SELECT '1234567890123456789', ${hourOf(NOW)} - (200 + CAST(i AS bigint)) * ${HOUR_MS}, -i, i, i, 1 FROM n`,
    );
    const snapshot = await ports.store.find({ keyHash });
    for (const [unit, points] of [
      ['report', 3_000],
      ['hour', 3_101],
      ['day', 132],
    ] as const) {
      const call = snapshot && { ref: { keyHash }, snapshot };
      // The bot has no points for more than half of the year: an empty page would be an empty member of the JSON.
      const called = call && (await readHistory(ports, call, { fromMs: 0, unit }, notEmpty));
      const value = called?.outcome.kind === 'served' ? called.outcome.value : null;
      expect([unit, value?.pages.flat().length, value?.gaps.length]).toEqual([
        unit,
        points,
        unit === 'report' ? 1 : 2,
      ]);
    }
  });
});
