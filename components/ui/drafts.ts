'use client';

/** What was typed into forms, kept in the tab while the page is loaded anew. Never passwords or hidden fields. */

/** Forms without a name of their own are distinguished by their page and fields. */
const keyOf = (form: HTMLFormElement): string => {
  const named =
    form.dataset.draft || `${window.location.pathname} ${controlsOf(form).map(({ name }) => name)}`;
  return `botmeter draft ${named}`;
};

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
    ({ type, dataset }) => type !== 'hidden' && type !== 'password' && dataset.secret === undefined,
  );

/** Keeps the changed controls of every form of the page that has a `data-draft`. */
export function keepDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const typed = controlsOf(form)
      .filter((control) => (isTicked(control) ? control.checked : isChanged(control)))
      .map(({ name, value }) => [name, value] as const);
    if (typed.length > 0) storage()?.setItem(keyOf(form), JSON.stringify(typed));
    else storage()?.removeItem(keyOf(form));
  }
}

const isChanged = (control: Control): boolean =>
  !('defaultValue' in control) || control.value !== control.defaultValue;

/** Fills a form with its draft, once. */
export function restoreDraft(form: HTMLFormElement): void {
  const key = keyOf(form);
  const kept = storage()?.getItem(key) ?? null;
  if (kept === null) return;
  storage()?.removeItem(key);
  const typed: readonly (readonly [string, string])[] = JSON.parse(kept);
  for (const control of controlsOf(form)) {
    const values = typed.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isTicked(control)) control.checked = values.includes(control.value);
    else if (values[0] !== undefined) control.value = values[0];
  }
}
