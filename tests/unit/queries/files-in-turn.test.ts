import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import { readActivity } from '@/lib/queries/activity';
import { readWholeHistory } from '@/lib/queries/history';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A service that refuses `refusals` reads for lack of a place, then responds with `values` in turn. */
function serviceOf(
  refusals: number,
  values: readonly unknown[],
  headers: HeadersInit = { 'Retry-After': '1' },
) {
  const askedAtMs: number[] = [];
  let served = 0;
  vi.stubGlobal('fetch', async () => {
    askedAtMs.push(Date.now());
    if (askedAtMs.length <= refusals) return new Response('', { status: 429, headers });
    return Response.json(values[served++]);
  });
  return askedAtMs;
}

const point = (atMs: number) => ({ atMs });
const mark = { atMs: 2, type: 'note', text: 'Moved' };
const pause = { fromMs: 1, untilMs: 2, reason: null };

it('a file of a history waits for its turn and goes on where it was', async () => {
  const asked = serviceOf(3, [
    { points: [point(1)], annotations: { marks: [], pauses: [pause] }, next: '1' },
    { points: [point(2)], annotations: { marks: [mark], pauses: [pause] }, next: null },
  ]);
  const whole = readWholeHistory('1', 'all');
  await vi.runAllTimersAsync();
  // A silence that two pages share is there once.
  const annotations = { marks: [mark], pauses: [pause] };
  expect(await whole).toEqual({ points: [point(1), point(2)], annotations });
  const [first = 0] = asked;
  expect(asked.map((atMs) => atMs - first)).toEqual([0, 1_000, 2_000, 3_000, 3_000]);
});

it('a file of an activity waits for its turn', async () => {
  serviceOf(2, [{ entries: [] }]);
  const read = readActivity('1', ALL_ACTIVITY);
  await vi.runAllTimersAsync();
  expect(await read).toEqual({ entries: [] });
});

it('a file is given up after a minute without a turn', async () => {
  const asked = serviceOf(Number.POSITIVE_INFINITY, []);
  const failure = readWholeHistory('1', 'all').catch((error) => error);
  await vi.runAllTimersAsync();
  expect(await failure).toBeInstanceOf(Error);
  expect(asked).toHaveLength(61);
});

it.each([
  [null, 1_000],
  ['Fri, 27 Nov 2026 12:00:00 GMT', 1_000],
  ['0', 1_000],
  ['-5', 1_000],
  ['1e99', 60_000],
])('with Retry-After %j a file asks again after %i ms', async (field, eachMs) => {
  const headers: Record<string, string> = field === null ? {} : { 'Retry-After': field };
  const asked = serviceOf(Number.POSITIVE_INFINITY, [], headers);
  const failure = readWholeHistory('1', 'all').catch((error) => error);
  await vi.runAllTimersAsync();
  expect(await failure).toBeInstanceOf(Error);
  const [first = 0] = asked;
  expect(asked.map((atMs) => atMs - first)).toEqual(Array.from({ length: 61 }, (_, at) => at * eachMs));
});
