/** A text field of a form. Empty when it is absent, a file, or has a NUL, which PostgreSQL cannot store. */
export function field(form: FormData, name: string): string {
  const value = isForm(form) ? form.get(name) : null;
  return typeof value === 'string' && !value.includes('\0') ? value : '';
}

/** Whether a form has a field, even an empty one. */
export const has = (form: FormData, name: string): boolean => isForm(form) && form.has(name);

/** A crafted request can pass anything instead of a form. */
export const isForm = (given: unknown): given is FormData => given instanceof FormData;
