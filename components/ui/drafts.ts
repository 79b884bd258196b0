'use client';

import { isSecretField } from '@/lib/contract/form-state';

/** What was typed into forms, kept in the tab for the same person while the page is loaded anew. Never secrets. */

const PREFIX = 'botmeter draft ';

/** The person for whom the page was drawn (app-shell.tsx); `undefined` on the page where they sign in again. */
const personId = (): string | undefined => document.getElementById('main')?.dataset.person;

const personPrefix = (): string => `${PREFIX}${personId() ?? ''} `;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

const isChanged = (control: Control): boolean =>
  isTicked(control)
    ? control.checked
    : !('defaultValue' in control) || control.value !== control.defaultValue;

/** The named controls of a form, without those that hold a secret or are of Next. */
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>('input[name], select[name], textarea[name]')].filter(
    ({ type, name }) => type !== 'password' && !isSecretField(name) && !name.startsWith('$'),
  );

const isHidden = ({ type }: Control): boolean => type === 'hidden';

const isId = (control: Control): boolean => isHidden(control) && /id$/i.test(control.name);

/** A form is known by its page, its fields, and the ids in it. */
const keyOf = (form: HTMLFormElement): string => {
  const parts = controlsOf(form).map((control) => (isId(control) ? control.value : control.name));
  return `${personPrefix()}${window.location.pathname} ${parts}`;
};

/** Keeps the changed controls of every form of the page. */
export function keepDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const typed = controlsOf(form).filter((control) => !isHidden(control) && isChanged(control));
    const draft = JSON.stringify(typed.map(({ name, value }) => [name, value]));
    inStorage((kept) => (typed.length > 0 ? kept.setItem(keyOf(form), draft) : kept.removeItem(keyOf(form))));
  }
}

/** Fills a form with its draft, once. Drafts of other persons are removed. */
export function restoreDraft(form: HTMLFormElement): void {
  inStorage((kept) => {
    for (const key of personId() === undefined ? [] : Object.keys(kept))
      if (key.startsWith(PREFIX) && !key.startsWith(personPrefix())) kept.removeItem(key);
    const draft = kept.getItem(keyOf(form));
    if (draft === null) return;
    kept.removeItem(keyOf(form));
    fillForm(form, JSON.parse(draft));
  });
}

/** A browser may keep nothing of this site, or no more; extensions and people can change what it keeps. */
function inStorage(use: (storage: Storage) => void): void {
  try {
    use(window.sessionStorage);
  } catch {
    // The form is as it was.
  }
}

/** Puts what was typed back into the fields of a form. */
export function fillForm(
  form: HTMLFormElement,
  typed: readonly (readonly [name: string, value: unknown])[],
): void {
  for (const control of controlsOf(form).filter((each) => !isHidden(each))) {
    const values = typed.filter(([name]) => name === control.name).map(([, value]) => String(value));
    if (isTicked(control)) control.checked = values.includes(control.value);
    else if (values[0] !== undefined) control.value = values[0];
  }
}
