import { createElement, Fragment } from 'react';

/** A text of the API document, in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  const parts = text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? createElement('code', { translate: 'no' }, part) : part));
  return createElement(Fragment, null, ...parts);
}
