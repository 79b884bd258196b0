import { NOT_IN_LINE } from '@/lib/domain/text/hidden-characters';

/** The colours of pictures, which no page styles: those of app/globals.css (a unit test compares them). */

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const TOKENS: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  light: {
    canvas: '#fafafa',
    surface: '#ffffff',
    line: '#e4e4e7',
    'line-strong': '#85858f',
    ink: '#18181b',
    muted: '#5c5c66',
    'healthy-mark': '#1a8f4b',
    'warning-mark': '#b97009',
    'series-servers': '#2f55d4',
    'series-users': '#8a3fb0',
    'series-calls': '#62748a',
    gap: '#dedee4',
  },
  dark: {
    canvas: '#0b0b0d',
    surface: '#131316',
    line: '#2a2a31',
    'line-strong': '#72727e',
    ink: '#ededf0',
    muted: '#a3a3ae',
    'healthy-mark': '#3fb774',
    'warning-mark': '#d99a2b',
    'series-servers': '#8ba6ff',
    'series-users': '#c88be8',
    'series-calls': '#8496ab',
    gap: '#33333c',
  },
};

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
