import { expect, it } from 'vitest';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { coverageBars } from '@/lib/view/coverage-bars';
import { NOT_PUBLIC_PAGE } from '@/lib/view/public/page';

it('a day that was planned as silence is grey, one without reports is not green, and both say what they are', () => {
  const day = { date: '2026-11-22', received: 0, expected: 0, percentage: null, pausedMs: 0 };
  const bars = coverageBars([
    { ...day, pausedMs: DAY_MS },
    { ...day, expected: 48, percentage: 0 },
    { ...day, expected: 24, received: 24, percentage: 100, pausedMs: DAY_MS / 2 },
  ]);
  expect(bars.map(({ look }) => look)).toEqual(['paused', 'none', 'full']);
  expect(bars[2]?.title).toBe('Nov 22, 2026: 24 of 24 reports, 12\u00a0h of planned silence');
  for (const { look } of bars.slice(0, 2))
    expect(NOT_PUBLIC_PAGE).toContain(`.bars i.${look}{background:var(--`);
});
