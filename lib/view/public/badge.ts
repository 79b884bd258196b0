import { numberText, percentText } from '../numbers';
import { escaped, type Theme } from './tokens';

export const BADGES = ['servers', 'users', 'votes', 'status', 'coverage'] as const;
export type BadgeKind = (typeof BADGES)[number];

/** What a badge says. */
export type Badge = { readonly label: string; readonly message: string; readonly color: Color };
type Color = 'blue' | 'green' | 'orange' | 'grey';

const LABELS: Readonly<Record<BadgeKind, string>> = {
  servers: 'servers',
  users: 'users',
  votes: 'votes',
  status: 'status',
  coverage: 'reports received',
};

/** What a badge shows of a public bot; a count is `null` while it is not known. */
export type BadgeValue =
  | { readonly kind: 'servers' | 'users' | 'votes'; readonly count: number | null }
  | { readonly kind: 'status'; readonly state: 'online' | 'no recent data' | 'new' }
  | { readonly kind: 'coverage'; readonly percentage: number | null };

/** The badge of a bot; with `null` for `value` that of one that is not public. `label` replaces the usual one. */
export function badgeOf(kind: BadgeKind, value: BadgeValue | null, label: string | null): Badge {
  const shown = { label: label ?? LABELS[kind] };
  if (value === null) return { ...shown, message: 'not public', color: 'grey' };
  switch (value.kind) {
    case 'status':
      return { ...shown, message: value.state, color: STATE_COLORS[value.state] };
    case 'coverage':
      return value.percentage === null
        ? { ...shown, message: 'none yet', color: 'grey' }
        : { ...shown, message: percentText(value.percentage), color: 'blue' };
    default:
      return value.count === null
        ? { ...shown, message: 'none yet', color: 'grey' }
        : { ...shown, message: numberText(value.count), color: 'blue' };
  }
}

const STATE_COLORS = { online: 'green', 'no recent data': 'orange', new: 'grey' } as const;

/** Of white text on them at least 4.5:1. */
const FILLS: Readonly<Record<Color, string>> = {
  blue: '#2f55d4',
  green: '#12703a',
  orange: '#8a5300',
  grey: '#5c5c66',
};
const LABEL_FILLS: Readonly<Record<Theme, string>> = { light: '#3f3f46', dark: '#27272a' };

const HEIGHT = 20;
const PADDING = 6;

/** About the width of a text in 11 px Verdana; the drawing stretches the text to it, whatever font there is. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    width += code > 0x2e80 ? 11 : /[il.,:;'|! ]/.test(sign) ? 4 : /[mwMW@%]/.test(sign) ? 10 : 7;
  }
  return width;
}

/** A badge as an SVG document, in the shape that readers of READMEs know. */
export function badgeSvg({ label, message, color }: Badge, theme: Theme): string {
  const [labelPx, messagePx] = [widthOf(label), widthOf(message)];
  const [left, right] = [labelPx + 2 * PADDING, messagePx + 2 * PADDING];
  const width = left + right;
  const text = (value: string, middle: number, px: number) =>
    `<text x="${middle}" y="14" textLength="${px}" lengthAdjust="spacingAndGlyphs">${escaped(value)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${escaped(`${label}: ${message}`)}">`,
    `<title>${escaped(`${label}: ${message}`)}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="${HEIGHT}" fill="${LABEL_FILLS[theme]}"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${FILLS[color]}"/></g>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`,
    text(label, left / 2, labelPx),
    text(message, left + right / 2, messagePx),
    '</g></svg>',
  ].join('');
}

/** The colour names of shields.io. */
const SHIELDS: Readonly<Record<Color, string>> = {
  blue: 'blue',
  green: 'brightgreen',
  orange: 'orange',
  grey: 'lightgrey',
};

/** A badge as shields.io's endpoint badge reads it: exactly these members. */
export const badgeJson = ({ label, message, color }: Badge) => ({
  schemaVersion: 1,
  label,
  message,
  color: SHIELDS[color],
  cacheSeconds: 300,
  ...(message === 'no recent data' && { isError: true }),
});
