/** Why a service refused; `message` is one sentence for people. */
export type Refusal = {
  readonly code: 'forbidden' | 'not_found' | 'invalid' | 'conflict' | 'unavailable';
  readonly message: string;
  /** The invalid input field, if any. */
  readonly field?: string;
  /** The caller lacks permission: for the access log, never shown. */
  readonly isDenial?: boolean;
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
export const unavailable = refused('unavailable');
/** For callers who are not admins, and for requests that come from another site. */
export const forbidden = (): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'forbidden', message: 'You may not do this.', isDenial: true },
});

/** Another owner's object gets the same refusal as one that does not exist. */
export const notOwned = (message: string, field: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'not_found', message, field, isDenial: true },
});
