'use client';

import { isSecretField } from '@/lib/contract/form-state';

/** What was typed into forms, kept in the tab for the same person while the page is loaded anew. Never secrets. */

const PREFIX = 'botmeter draft ';

/** The person for whom the page was drawn (app-shell.tsx); `undefined` on the page where they sign in again. */
const personId = (): string | undefined => document.getElementById('main')?.dataset.person;

const personPrefix = (): string => `${PREFIX}${personId() ?? ''} `;

/** Forms without a name of their own are distinguished by their page and fields. */
const keyOf = (form: HTMLFormElement): string =>
  personPrefix() +
  (form.dataset.draft || `${window.location.pathname} ${controlsOf(form).map(({ name }) => name)}`);

/** `null` in a browser that keeps nothing of this site, not even for the tab. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

/** The named controls of a form that people fill in, without those that hold a secret. */
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>('input[name], select[name], textarea[name]')].filter(
    ({ type, name }) => type !== 'hidden' && type !== 'password' && !isSecretField(name),
  );

/** Keeps the changed controls of every form of the page that has a `data-draft`. */
export function keepDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const typed = controlsOf(form)
      .filter((control) => (isTicked(control) ? control.checked : isChanged(control)))
      .map(({ name, value }) => [name, value] as const);
    try {
      if (typed.length > 0) storage()?.setItem(keyOf(form), JSON.stringify(typed));
      else storage()?.removeItem(keyOf(form));
    } catch {
      // The storage is full, or the browser keeps nothing.
    }
  }
}

const isChanged = (control: Control): boolean =>
  !('defaultValue' in control) || control.value !== control.defaultValue;

/** Fills a form with its draft, once. Drafts of other persons are removed. */
export function restoreDraft(form: HTMLFormElement): void {
  const kept = storage();
  if (kept === null) return;
  if (personId() !== undefined)
    for (const key of Object.keys(kept))
      if (key.startsWith(PREFIX) && !key.startsWith(personPrefix())) kept.removeItem(key);
  const draft = kept.getItem(keyOf(form));
  if (draft === null) return;
  kept.removeItem(keyOf(form));
  const typed = parsedDraft(draft);
  for (const control of controlsOf(form)) {
    const values = typed.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isTicked(control)) control.checked = values.includes(control.value);
    else if (values[0] !== undefined) control.value = values[0];
  }
}

type Typed = readonly [name: string, value: string];

const isTyped = (entry: unknown): entry is Typed =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');

/** Extensions and people can change what a browser keeps. */
function parsedDraft(text: string): readonly Typed[] {
  try {
    const draft: unknown = JSON.parse(text);
    return Array.isArray(draft) ? draft.filter(isTyped) : [];
  } catch {
    return [];
  }
}
