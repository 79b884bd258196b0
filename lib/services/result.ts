/** Why a service would not do what it was asked; `message` is one sentence for people. */
export type Refusal = {
  readonly code: 'forbidden' | 'not_found' | 'invalid' | 'conflict';
  readonly message: string;
  /** The faulty input, when it is one. */
  readonly field?: string;
};

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export const done = <T>(value: T): Result<T> => ({ ok: true, value });

const refused =
  (code: Refusal['code']) =>
  (message: string, field?: string): { ok: false; refusal: Refusal } => ({
    ok: false,
    refusal: field === undefined ? { code, message } : { code, message, field },
  });

export const invalid = refused('invalid');
export const conflict = refused('conflict');
export const notFound = refused('not_found');
export const forbidden = () => refused('forbidden')('This is for admins only.');
