/** Why a service refused; `message` is one sentence for people. */
export type Refusal = {
  readonly code:
    | 'forbidden'
    | 'not_found'
    | 'invalid'
    | 'conflict'
    | 'unavailable'
    | 'signed_out'
    | 'too_many';
  readonly message: string;
  /** The invalid input field, if any. */
  readonly field?: string;
  /** The message of each invalid field. */
  readonly errors?: Readonly<Record<string, string>>;
  /** When to try again, with `too_many`. */
  readonly retryAfterMs?: number;
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

/** Refuses the fields that have a message, all at once; at least one has. */
export function invalidFields(faults: Readonly<Record<string, string | null>>): {
  ok: false;
  refusal: Refusal;
} {
  const found = Object.entries(faults).filter((fault): fault is [string, string] => fault[1] !== null);
  const message = found.map(([, sentence]) => sentence).join(' ');
  const errors = Object.fromEntries(found);
  return { ok: false, refusal: { code: 'invalid', message, field: found[0]?.[0] ?? '', errors } };
}

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

/** What a page shows, in two steps: a reader who has this version already costs only the first one. */
export type Versioned<View, Version extends object | null = object> = {
  /** All that the view depends on, read before it; without what the page's own clock computes. */
  readonly version: Version;
  readonly read: () => Promise<View>;
};

type Timed = object & { readonly nowMs?: number };

/** A view that costs little: it is its own version, without the time of the read. */
export function versioned<View extends Timed>(view: View): Versioned<View> {
  const { nowMs: _, ...version } = view;
  return { version, read: async () => view };
}

/** The same of a result. */
export const whole = <View extends Timed>(result: Result<View>): Result<Versioned<View>> =>
  result.ok ? done(versioned(result.value)) : result;

/** A view that is read once, and so needs no version. */
export const unversioned = <View extends object>(result: Result<View>): Result<Versioned<View, null>> =>
  result.ok ? done({ version: null, read: async () => result.value }) : result;
