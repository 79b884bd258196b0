/** Why a service would not do what it was asked; `message` is one sentence for people. */
export type Refusal = {
  readonly code: 'forbidden' | 'not_found' | 'invalid' | 'conflict' | 'unavailable';
  readonly message: string;
  /** The faulty input, when it is one. */
  readonly field?: string;
  /** Someone asked for what is not theirs: for the audit log, never shown. */
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
/** For people other than admins, and for requests that no page of this site made. */
export const forbidden = (): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'forbidden', message: 'You may not do this.', isDenial: true },
});

/** What is another's looks exactly like what is not there. */
export const foreign = (message: string, field: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'not_found', message, field, isDenial: true },
});
