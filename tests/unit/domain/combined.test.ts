import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BotReport, COMBINED_BUCKET_MS, combine } from '@/lib/domain/history/combined';
import { DAY_MS } from '@/lib/domain/quota/plan';

const NOW = Date.UTC(2026, 0, 19, 15, 30);
const FROM = NOW - 7 * DAY_MS;
const report = (botId: string, agoMs: number, serverCount: number): BotReport => ({
  botId,
  atMs: NOW - agoMs,
  serverCount,
  userCount: serverCount * 10,
});
const servers = (reports: readonly BotReport[]) =>
  combine(reports, FROM, NOW).map(({ serverCount }) => serverCount);

describe('the counts of several bots together', () => {
  it.each([
    ['at the last millisecond of a bucket', 1, 9],
    ['at its end', 0, 9],
    ['after it', -1, undefined],
  ])('have a report %s', (_, beforeMs, expected) => {
    const endMs = Math.floor(NOW / COMBINED_BUCKET_MS) * COMBINED_BUCKET_MS;
    const point = combine([report('a', NOW - endMs + beforeMs, 9)], FROM, NOW).find(
      ({ atMs }) => atMs === endMs,
    );
    expect(point?.serverCount).toBe(expected);
  });

  it('are none without reports', () => expect(servers([])).toEqual([]));

  it('end with the sum of the last reports, in any order of the reports, at a bounded number of moments', () => {
    const one = fc.record({ bot: fc.nat(9), ago: fc.nat(9 * DAY_MS), count: fc.nat(1e9) });
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: ({ ago }) => ago }), (all) => {
        const reports = all.map(({ bot, ago, count }) => report(String(bot), ago, count));
        const points = combine(reports, FROM, NOW);
        const last = new Map(reports.toSorted((a, b) => a.atMs - b.atMs).map((each) => [each.botId, each]));
        const sum = [...last.values()].reduce((total, { serverCount }) => total + serverCount, 0);
        expect(points.at(-1)?.serverCount ?? 0).toBe(sum);
        expect(points.length).toBeLessThanOrEqual(29);
        expect(combine(reports.toReversed(), FROM, NOW)).toEqual(points);
      }),
    );
  });
});
