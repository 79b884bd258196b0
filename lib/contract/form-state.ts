/** The state of a form after it was submitted. Serializable: a server action returns it to the browser. */
export type FormState<Value = null> = {
  readonly status: 'idle' | 'done' | 'refused' | 'signed-out' | 'updated';
  /** One sentence: why it was refused, or what was done. */
  readonly message: string | null;
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** The submitted values, to be shown again; never a secret. */
  readonly typed: Readonly<Record<string, string>>;
  /** The result of a successful form. */
  readonly value: Value | null;
};

/** Whether a field holds a secret, which is neither sent back nor kept as a draft. The address of a webhook (`url`) is one. */
export const isSecretField = (name: string): boolean => /password|token|secret|^url$|code$/i.test(name);

/** What a form leads to: with scripts the page goes there, without them it shows a link. */
export type LeadsTo = { readonly href: string };

/** What a plain text begins with that the service sends instead of an action's result, for the person to read. */
export const REFUSED = 'Refused: ';

export const IDLE: FormState<never> = { status: 'idle', message: null, errors: {}, typed: {}, value: null };

/** The server action behind a form, as `useActionState` expects it. */
export type FormAction<Value = null> = (before: unknown, form: FormData) => Promise<FormState<Value>>;
