import { NOT_IN_LINE } from '@/lib/domain/text/hidden-characters';
import { TOKENS } from '../tokens';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A drawing with the colours of a theme in place of the variables of a page, without the labels of narrow screens. */
export const coloured = (drawing: string, theme: Theme): string =>
  drawing
    .replace(/<svg [^>]*class="@md:hidden"[^>]*>.*?<\/svg>/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/var\(--([a-z-]+)\)/g, (_, name: string) => TOKENS[theme][name] ?? TOKENS[theme].muted ?? '');

/** Characters that XML does not allow, among others; names that are older than the rule for them may have some. */
const NOT_IN_XML = new RegExp(NOT_IN_LINE, 'gu');

/** Text in XML and HTML. */
export const escaped = (text: string): string =>
  text.replace(NOT_IN_XML, '\uFFFD').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
