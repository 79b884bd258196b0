import { createElement, Fragment } from 'react';
import { type Markup, markup } from '@/lib/view/markup';

/** A text of the API document, in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? createElement('code', null, part) : part));
  return createElement(Fragment, null, ...parts);
}

/** The same as markup. */
export const writtenProse = (text: string): Markup =>
  markup`${text.split('`').map((part, at) => (at % 2 === 1 ? markup`<code translate="no">${part}</code>` : markup`${part}`))}`;
