import { expect, it } from 'vitest';
import { gaugeArc } from '@/lib/view/gauge';

const arc = (percent: number) => gaugeArc(percent, [80, 95], 72, 8);
const endOf = (path: string | null) => path?.split(' ').slice(-2).map(Number) ?? [];

it('the used part is empty at 0 %, ends at the top at 50 % and fills the track at 100 %', () => {
  expect(arc(0)).toMatchObject({ used: null, over: null });
  expect(endOf(arc(50).used)).toEqual([0, -72]);
  expect(arc(100)).toMatchObject({ used: arc(100).track, over: null });
});

it('beyond the limit the arc stays, the limit is marked, and the excess starts there', () => {
  const { used, over, track, marks } = arc(200);
  expect(endOf(used)).toEqual([0, -72]);
  expect(over?.startsWith('M0 -72')).toBe(true);
  expect(endOf(over)).toEqual(endOf(track));
  expect(marks).toEqual([[0, -64, 0, -80]]);
});
