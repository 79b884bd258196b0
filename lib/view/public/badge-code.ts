import type { BadgeKind } from './badge';
import { escaped } from './tokens';

/** The forms in which the code of a badge can be copied. */
export const BADGE_CODES = [
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
  { value: 'shields', label: 'shields.io' },
] as const;
export type BadgeCode = (typeof BADGE_CODES)[number]['value'];

type Of = {
  readonly botId: string;
  readonly kind: BadgeKind;
  readonly name: string;
  readonly origin: string;
};

/** The code that shows a badge, with a link to the bot's public page. */
export function badgeCode(form: BadgeCode, { botId, kind, name, origin }: Of): string {
  const page = `${origin}/b/${botId}`;
  const badge = `${origin}/badge/${botId}/${kind}`;
  const alt = `${kind} of ${name}`;
  switch (form) {
    case 'markdown':
      return `[![${alt.replace(/[\\[\]]/g, '\\$&')}](${badge}.svg)](${page})`;
    case 'html':
      return `<a href="${page}"><picture><source media="(prefers-color-scheme: dark)" srcset="${badge}.svg?theme=dark"><img src="${badge}.svg" alt="${escaped(alt)}"></picture></a>`;
    case 'shields':
      return `https://img.shields.io/endpoint?url=${encodeURIComponent(`${badge}.json`)}`;
  }
}
