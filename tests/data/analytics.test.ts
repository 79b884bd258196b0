import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Change } from '@/lib/domain/history/change';
import { foldedBeforeMs } from '@/lib/domain/history/history';
import { hourOf } from '@/lib/domain/history/summary';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import type { TimedReport } from '@/lib/domain/reports/report';
import { readAnalytics } from '@/lib/services/calls/counted-read';
import { foldDue } from '@/lib/services/history/fold';
import { anyReport } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';

const NOW = Date.UTC(2026, 0, 19, 3, 20, 0, 123);
const REGISTERED = NOW - 400 * DAY_MS;
/** Reports around the moments that are compared, and anywhere else in two months. */
const anyTimes = fc.uniqueArray(
  fc.oneof(
    fc
      .tuple(fc.constantFrom(0, 1, 2, 7, 14, 30, 60, 365), fc.integer({ min: -10, max: 130 }))
      .map(([days, minutes]) => NOW - days * DAY_MS - minutes * MINUTE_MS),
    fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minutes) => NOW - minutes * MINUTE_MS),
  ),
  { minLength: 1, maxLength: 120 },
);
const anyHistory = anyTimes.chain((times) =>
  fc.tuple(
    ...times
      .filter((at) => at <= NOW)
      .toSorted((a, b) => a - b)
      .map((atMs) => anyReport.map((r) => ({ ...r, atMs }))),
  ),
);

/** The hour in which the history of a year begins, with a record before the year. */
const AT_THE_START = [1, 0].map((minutes) => ({
  serverCount: 0,
  userCount: minutes,
  shardCount: 1,
  atMs: NOW - 365 * DAY_MS - minutes * MINUTE_MS,
}));

/** Of a bot that was registered long before its first report. */
const NEW = [90, 45, 0].map((minutes) => ({
  serverCount: 1,
  userCount: minutes,
  shardCount: 1,
  atMs: NOW - minutes * MINUTE_MS,
}));

const lastReportSql = (last: TimedReport | undefined) =>
  last === undefined
    ? 'shard_count = NULL'
    : `last_report_at_ms = ${last.atMs}, server_count = ${last.serverCount}, user_count = ${last.userCount}, shard_count = 1`;

let bots = 0;

onEachDatabase('the analytics', () => {
  it('are those of all reports, before and after old ones are folded', async () => {
    await directory.write([], ({ folding }) => folding.start(0));
    await db.setClock(NOW);
    await fc.assert(
      fc.asyncProperty(anyHistory, async (reports) => {
        const id = `${1_234_567_890_123_456_789n + BigInt(bots++)}`;
        const { keyHash } = await register(directory, { id, plan: 'business', registeredAtMs: REGISTERED });
        const values = reports.map(
          (r, i) => `('${id}', ${r.atMs}, ${i}, ${r.serverCount}, ${r.userCount}, ${r.shardCount})`,
        );
        if (values.length > 0) {
          await db.run(
            `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${values}`,
          );
        }
        await db.run(
          `UPDATE bots SET reports_total = ${values.length}, ${lastReportSql(reports.at(-1))} WHERE id = '${id}'`,
        );
        const read = async () => {
          const snapshot = await ports.store.find({ keyHash });
          const called = snapshot && (await readAnalytics(ports, { ref: { keyHash }, snapshot }));
          if (called?.outcome.kind !== 'served') throw new Error('It was not served.');
          return called.outcome.value;
        };
        const analytics = await read();
        const kept = reports.filter(({ atMs }) => atMs >= NOW - 365 * DAY_MS);
        // The account knows the last report for longer.
        const known = kept.length === 0 ? reports.slice(-1) : kept;
        const ago = (days: number) => known.findLast(({ atMs }) => atMs <= NOW - days * DAY_MS) ?? known[0];
        const change = (now: number, before: number) => {
          const [a, b] = [ago(now), ago(before)];
          if (a === undefined || b === undefined || a.atMs > NOW - now * DAY_MS) return null;
          return [a.serverCount - b.serverCount, b.atMs];
        };
        const shown = (found: Change | null | undefined) => found && [found.by, found.sinceMs];
        const { growth, coverage, enterprise, advanced } = analytics;
        const { today, week, month } = growth.servers.changes;
        expect([today, week, month].map(shown)).toEqual([change(0, 1), change(0, 7), change(0, 30)]);
        const { servers } = advanced?.previous ?? {};
        expect([servers?.today, servers?.week, servers?.month].map(shown)).toEqual([
          change(1, 2),
          change(7, 14),
          change(30, 60),
        ]);
        expect(shown(enterprise?.yearOnYear.servers)).toEqual(change(0, 365));
        expect(coverage.received).toBe(reports.filter(({ atMs }) => atMs > NOW - 7 * DAY_MS).length);
        const coveredFromMs = Math.max(NOW - 7 * DAY_MS, reports[0]?.atMs ?? NOW);
        expect(coverage.expected).toBe(Math.floor((NOW - coveredFromMs) / MINUTE_MS));
        const whole = kept.filter(({ atMs }) => hourOf(atMs) >= NOW - 365 * DAY_MS);
        const highest = whole.find((r) => r.userCount === Math.max(...whole.map((k) => k.userCount)));
        const isExact = (atMs: number) => hourOf(atMs) >= foldedBeforeMs(NOW);
        expect(enterprise?.records.users).toEqual(
          highest === undefined
            ? null
            : { value: highest.userCount, atMs: isExact(highest.atMs) ? highest.atMs : hourOf(highest.atMs) },
        );
        await db.run('UPDATE bots SET history_due_at_ms = 0');
        await foldDue(ports);
        const { growth: _, ...folded } = await read();
        const { growth: _before, ...before } = analytics;
        expect({
          ...folded,
          advanced: { ...folded.advanced, previous: null },
          enterprise: { ...folded.enterprise, yearOnYear: null },
        }).toEqual({
          ...before,
          advanced: { ...before.advanced, previous: null },
          enterprise: { ...before.enterprise, yearOnYear: null },
        });
      }),
      { numRuns: 20, examples: [[AT_THE_START], [NEW]] },
    );
  });

  it('take of a folded hour the last report that is known at the moment', async () => {
    await db.setClock(NOW);
    const { botId, keyHash } = await register(directory, { plan: 'premium', registeredAtMs: REGISTERED });
    const month = hourOf(NOW - 30 * DAY_MS);
    const hour = (hourMs: number, first: number, last: number, servers: number) =>
      `('${botId}', ${hourMs}, 9, ${first * MINUTE_MS}, ${last * MINUTE_MS}, 1, ${servers}, ${servers + 1}, 0, 99, 1, 1, 1, 0, 3)`;
    const monthly = async () => {
      const snapshot = await ports.store.find({ keyHash });
      const called = snapshot && (await readAnalytics(ports, { ref: { keyHash }, snapshot }));
      return called?.outcome.kind === 'served'
        ? called.outcome.value.growth.servers.changes.month?.by
        : undefined;
    };
    await db.run(`INSERT INTO reports VALUES ('${botId}', ${NOW}, 1, 100, 1, 1)`);
    await db.run(
      `UPDATE bots SET ${lastReportSql({ atMs: NOW, serverCount: 100, userCount: 1, shardCount: 1 })}`,
    );
    const changes = [await monthly()];
    // The moment is 20 minutes after the hour.
    for (const [hourMs, first, last, servers] of [
      [-2, 0, 19, 10],
      [-2, 0, 59, 20],
      [-1, 0, 59, 30],
      [0, 21, 59, 40],
      [0, 20, 59, 50],
      [0, 1, 20, 60],
    ] as const) {
      await db.run(`DELETE FROM report_hours WHERE hour_ms = ${month + hourMs * HOUR_MS}`);
      await db.run(
        `INSERT INTO report_hours (bot_id, hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms, server_first,
          server_last, server_min, server_max, shard_last, user_first, user_last, user_min, user_max)
         VALUES ${hour(month + hourMs * HOUR_MS, first, last, servers)}`,
      );
      changes.push(await monthly());
    }
    expect(changes).toEqual([0, 89, 79, 69, 69, 50, 39]);
  });
});
