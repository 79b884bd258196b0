import { describe, expect, it } from 'vitest';
import { placeBeside } from '@/components/ui/anchor';

const VIEWPORT = { width: 320, height: 600 };
const MENU = { width: 224, height: 120 };
const button = (left: number, top: number) => ({ left, top, right: left + 32, bottom: top + 32 });

describe('placeBeside', () => {
  it('stands below, its right edge at the anchor', () => {
    expect(placeBeside(button(272, 100), MENU, VIEWPORT, 'end')).toEqual({ top: 136, right: 16 });
  });

  it('stands above where there is no room below', () => {
    expect(placeBeside(button(272, 560), MENU, VIEWPORT, 'end')).toEqual({ bottom: 44, right: 16 });
  });

  it('stays below where above there is even less room', () => {
    const short = { width: 320, height: 150 };
    expect(placeBeside(button(272, 20), MENU, short, 'end')).toEqual({ top: 56, right: 16 });
  });

  it.each(['start', 'end', 'center'] as const)('never leaves the viewport on either side (%s)', (align) => {
    for (const left of [0, 8, 144, 280, 288]) {
      const place = placeBeside(button(left, 100), MENU, VIEWPORT, align);
      const from = place.left ?? VIEWPORT.width - (place.right ?? 0) - MENU.width;
      expect(from).toBeGreaterThanOrEqual(0);
      expect(from + MENU.width).toBeLessThanOrEqual(VIEWPORT.width);
    }
  });

  it('is centred on its anchor where there is room', () => {
    const place = placeBeside(button(144, 100), { width: 100, height: 24 }, VIEWPORT, 'center');
    expect(place).toEqual({ top: 136, left: 110 });
  });
});
