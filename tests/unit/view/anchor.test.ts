import { expect, it } from 'vitest';
import { placeBeside } from '@/components/ui/anchor';

const VIEWPORT = { width: 320, height: 600 };
const MENU = { width: 224, height: 120 };
const button = (left: number, top: number) => ({ left, top, right: left + 32, bottom: top + 32 });

it.each([
  ['below, right edges aligned', button(272, 100), 'end', { top: 136, right: 16 }],
  ['above if there is no room below', button(272, 560), 'end', { bottom: 44, right: 16 }],
  ['centred if there is room', button(144, 100), 'center', { top: 136, left: 48 }],
] as const)('a menu is placed %s', (_, anchor, align, place) => {
  expect(placeBeside(anchor, MENU, VIEWPORT, align)).toEqual(place);
});

it('a menu is placed below if there is even less room above', () => {
  const low = { width: 320, height: 150 };
  expect(placeBeside(button(272, 20), MENU, low, 'end')).toEqual({ top: 56, right: 16 });
});

it.each(['start', 'end', 'center'] as const)(
  'a menu stays inside the viewport on both sides (%s)',
  (align) => {
    for (const left of [0, 8, 144, 280, 288]) {
      const place = placeBeside(button(left, 100), MENU, VIEWPORT, align);
      const from = place.left ?? VIEWPORT.width - (place.right ?? 0) - MENU.width;
      expect(from).toBeGreaterThanOrEqual(0);
      expect(from + MENU.width).toBeLessThanOrEqual(VIEWPORT.width);
    }
  },
);
