import { describe, expect, it } from 'vitest';
import { gaugeArc } from '@/lib/view/gauge';

const arc = (percent: number) => gaugeArc(percent, [80, 95], 72, 8);
const endOf = (path: string | null) => path?.split(' ').slice(-2).map(Number) ?? [];

describe('gaugeArc', () => {
  it('draws nothing as used at 0', () => {
    expect(arc(0).used).toBeNull();
    expect(arc(0).over).toBeNull();
  });

  it('ends the used part at the top at 50 percent', () => {
    expect(endOf(arc(50).used)).toEqual([0, -72]);
  });

  it('fills the track exactly at 100 percent, with nothing over', () => {
    expect(arc(100).used).toBe(arc(100).track);
    expect(arc(100).over).toBeNull();
  });

  it('beyond the limit keeps to the same arc: the limit is a mark, and what is over starts there', () => {
    const over = arc(200);
    expect(endOf(over.used)).toEqual([0, -72]);
    expect(over.over?.startsWith('M0 -72')).toBe(true);
    expect(endOf(over.over)).toEqual(endOf(over.track));
    expect(over.marks).toEqual([[0, -64, 0, -80]]);
  });

  it('marks the thresholds while within the limit', () => {
    expect(arc(100).marks).toHaveLength(2);
  });
});
