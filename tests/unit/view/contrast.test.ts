import { describe, expect, it } from 'vitest';
import { TOKENS } from '@/lib/view/tokens';

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const BACKGROUNDS = ['canvas', 'surface', 'rail', 'inset', 'hover'];
const TEXTS: readonly [text: string, backgrounds: readonly string[]][] = [
  ['ink', BACKGROUNDS],
  ['muted', BACKGROUNDS],
  ['accent', [...BACKGROUNDS, 'accent-soft']],
  ['healthy', [...BACKGROUNDS, 'healthy-soft']],
  ['warning', [...BACKGROUNDS, 'warning-soft']],
  ['critical', [...BACKGROUNDS, 'critical-soft']],
  ['accent-ink', ['accent']],
  ['action-ink', ['action']],
  ['danger', ['surface', 'critical-soft']],
  ...['key', 'str', 'num', 'dim'].map((name) => [`code-${name}`, ['inset']] as [string, string[]]),
];
const MARKS = [
  'line-strong',
  'accent',
  ...['healthy', 'warning', 'critical'].map((name) => `${name}-mark`),
  ...['servers', 'users', 'calls', 'refused', 'reads', 'history', 'other', 'before'].map(
    (name) => `series-${name}`,
  ),
];

describe.each(['light', 'dark'] as const)('the colours of the theme %s', (theme) => {
  const { [theme]: tokens } = TOKENS;
  const between = (a: string, b: string) => contrast(tokens[a] ?? '', tokens[b] ?? '');

  it.each(
    TEXTS.flatMap(([text, backgrounds]) => backgrounds.map((background) => [text, background] as const)),
  )('%s on %s has a contrast of 4.5:1', (text, background) => {
    expect(between(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MARKS.flatMap((mark) => ['canvas', 'surface'].map((background) => [mark, background] as const)))(
    '%s on %s has a contrast of 3:1',
    (mark, background) => {
      expect(between(mark, background)).toBeGreaterThanOrEqual(3);
    },
  );
});
