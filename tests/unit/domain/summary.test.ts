import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hourOf, mergePoints, mergeSummaries, pointOf, summarize } from '@/lib/domain/history/summary';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { anyReport, T0 } from '@/tests/support/data/accounts';

const HOUR = hourOf(T0);
const anyTimed = fc
  .record({ atMs: fc.integer({ min: HOUR, max: HOUR + HOUR_MS - 1 }) })
  .chain(({ atMs }) => anyReport.map((report) => ({ ...report, atMs })));
const anyReports = fc
  .array(anyTimed, { minLength: 1, maxLength: 70 })
  .map((reports) => reports.toSorted((a, b) => a.atMs - b.atMs));

it('a summary has the first and last report, the lowest and highest counts, the number and the longest gap', () => {
  fc.assert(
    fc.property(anyReports, (reports) => {
      const values = (name: 'serverCount' | 'userCount') => reports.map((report) => report[name]);
      const extreme = (choose: (...values: number[]) => number) => ({
        serverCount: choose(...values('serverCount')),
        userCount: choose(...values('userCount')),
      });
      const gaps = reports.slice(1).map(({ atMs }, i) => atMs - (reports[i]?.atMs ?? 0));
      const [first, last] = [reports[0], reports.at(-1)];
      expect(summarize(reports)).toEqual({
        ...last,
        reports: reports.length,
        firstAtMs: first?.atMs,
        first: { serverCount: first?.serverCount, userCount: first?.userCount },
        min: extreme(Math.min),
        max: extreme(Math.max),
        longestGapMs: Math.max(0, ...gaps),
      });
    }),
  );
});

it('joined summaries are the summary of all reports; only the longest gap may be too long', () => {
  fc.assert(
    fc.property(anyReports, anyReports, (earlier, later) => {
      // Sorting is stable: of two reports in one millisecond the later one comes last.
      const all = [...earlier, ...later].toSorted((a, b) => a.atMs - b.atMs);
      const [a, b, whole] = [summarize(earlier), summarize(later), summarize(all)];
      if (a === null || b === null || whole === null) throw new Error('There are reports.');
      const joined = mergeSummaries(a, b);
      expect({ ...joined, longestGapMs: 0 }).toEqual({ ...whole, longestGapMs: 0 });
      expect(joined.longestGapMs).toBeGreaterThanOrEqual(whole.longestGapMs);
      if (a.atMs <= b.firstAtMs || b.atMs <= a.firstAtMs)
        expect(joined.longestGapMs).toBe(whole.longestGapMs);
      expect(whole).toMatchObject(all.map(pointOf).reduce(mergePoints));
    }),
  );
});

it('nothing has no summary', () => expect(summarize([])).toBeNull());
