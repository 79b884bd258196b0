/** What a form shows after it was sent. Serializable: it travels from a server action to the browser. */
export type FormState<Value = null> = {
  readonly status: 'idle' | 'done' | 'refused';
  /** One sentence: why it was refused, or what was done. */
  readonly message: string | null;
  /** Faults of single fields, by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** What was typed, to be shown again; never a password. */
  readonly typed: Readonly<Record<string, string>>;
  /** What a form that was done gave. */
  readonly value: Value | null;
};

export const IDLE: FormState<never> = { status: 'idle', message: null, errors: {}, typed: {}, value: null };

/** The server action behind a form, as `useActionState` takes it. */
export type FormAction<Value = null> = (
  before: FormState<Value>,
  form: FormData,
) => Promise<FormState<Value>>;
