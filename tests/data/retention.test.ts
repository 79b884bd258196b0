import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hourOf, mergePoints, pointOf, type Summary } from '@/lib/domain/history/summary';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import type { TimedReport } from '@/lib/domain/reports/report';
import { foldDue } from '@/lib/services/history/fold';
import { anyReport, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports, store } from '@/tests/support/data/each-database';
import { register, send } from '@/tests/support/data/fixtures';

const KEPT_MS = 90 * DAY_MS;
const RESOLUTIONS_MS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 90 * DAY_MS];

/** The time that passes before a report: usual, after an outage, and clock steps back. */
const anyStepMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 5 * MINUTE_MS, max: 40 * MINUTE_MS }) },
  { weight: 2, arbitrary: fc.constantFrom(3 * HOUR_MS, 8 * DAY_MS, 8 * DAY_MS, 60 * DAY_MS) },
  { weight: 1, arbitrary: fc.constantFrom(-MINUTE_MS, -2 * HOUR_MS, -9 * DAY_MS) },
);
/** A clock step to shortly before an earlier report, whose hour may be folded by now. */
const anyReturn = fc.record({ toReport: fc.nat({ max: 100 }) });
const anyStep = fc.oneof({ weight: 5, arbitrary: anyStepMs }, { weight: 1, arbitrary: anyReturn });
const anyHistory = fc.array(fc.tuple(anyStep, anyReport), { minLength: 20, maxLength: 120 });

/** The points of a bucket length, from reports in the order in which they were accepted. */
function pointsOf(reports: readonly TimedReport[], bucketMs: number): Summary[] {
  const points = new Map<number, Summary>();
  for (const report of reports) {
    const bucket = Math.floor(report.atMs / bucketMs);
    const before = points.get(bucket);
    points.set(bucket, before === undefined ? pointOf(report) : mergePoints(before, pointOf(report)));
  }
  return [...points].toSorted(([a], [b]) => a - b).map(([, point]) => point);
}

let bots = 0;

onEachDatabase('a history whose old hours are folded', () => {
  it('has first, last, lowest, highest and number of all its reports at every resolution, after clock steps too', async () => {
    await directory.write([], ({ folding }) => folding.start(0));
    /** Hours that were folded, also those that have expired since. */
    const folded = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyHistory, async (steps) => {
        const botId = `${1_234_567_890_123_456_789n + BigInt(bots++)}`;
        await register(directory, { id: botId, plan: 'premium' });
        const sent: TimedReport[] = [];
        let nowMs = T0;
        let latestMs = T0;
        for (const [step, report] of steps) {
          if (typeof step === 'number') nowMs += step;
          else nowMs = (sent[step.toReport % sent.length]?.atMs ?? nowMs) - 20 * MINUTE_MS;
          latestMs = Math.max(latestMs, nowMs);
          await db.setClock(nowMs);
          const called = await send(store, { botId }, report);
          await foldDue(ports);
          for (const { hour_ms } of await db.rows(
            `SELECT hour_ms FROM report_hours WHERE bot_id = '${botId}'`,
          ))
            folded.add(`${botId} ${hour_ms}`);
          if (called?.outcome.kind === 'served') sent.push({ ...report, atMs: nowMs });
        }
        const fromMs = hourOf(latestMs - KEPT_MS) + HOUR_MS;
        const kept = sent.filter(({ atMs }) => atMs >= fromMs);
        const query = { botId, fromMs, untilMs: latestMs + 1 };
        for (const bucketMs of RESOLUTIONS_MS) {
          const points = await directory.read(({ history }) => history.series({ ...query, bucketMs }));
          expect(points).toEqual(pointsOf(kept, bucketMs));
        }
        const raw = await db.rows(`SELECT at_ms FROM reports WHERE bot_id = '${botId}'`);
        const isLate = ({ atMs }: TimedReport) => atMs >= latestMs - 7 * DAY_MS;
        expect(raw.length).toBeGreaterThanOrEqual(kept.filter(isLate).length);
      }),
      { numRuns: 12 },
    );
    expect(folded.size).toBeGreaterThan(30);
  });
});
