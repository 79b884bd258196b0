import { refresh } from 'next/cache';
import { headers } from 'next/headers';
import type { output, ZodError, ZodType } from 'zod';
import { type FormAction, type FormState, IDLE, isSecretField } from '@/lib/contract/form-state';
import type { DeniableAction } from '@/lib/domain/people/audit';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { originRefusal } from '@/lib/request/same-origin';
import { done, invalidFields, type Refusal, type Result } from '@/lib/services/result';
import { countChange } from '@/lib/services/users/count-change';
import { container } from '@/lib/session/container';
import { caller } from '@/lib/session/current-user';

type Options<Fields, T, Value> = {
  /** Under which name the log of sign-ins and denials has a caller who may not do this. */
  readonly name: DeniableAction | ((fields: Partial<Fields>) => DeniableAction);
  /** What was done, in one sentence. */
  readonly message?: string | ((value: T, fields: Fields) => string);
  /** What the form shows of the result. It may set cookies, and lead to another page. */
  readonly shows?: (value: T, fields: Fields) => Value | null | Promise<Value | null>;
  /** `false` if the page shows nothing that the action changes. */
  readonly refreshes?: boolean;
};

/**
 * The server action of a form: reads its fields with `schema`, hands them to `service` with who asks, and then draws the page
 * anew. The service decides who may do it.
 */
export function formAction<Fields extends ZodType, T, Value = null>(
  schema: Fields,
  service: (ports: Ports, who: Caller, fields: output<Fields>) => Promise<Result<T>>,
  { name, message = '', shows, refreshes = true }: Options<output<Fields>, T, Value>,
): FormAction<Value> {
  return async (_before, form) => {
    const parsed = schema.safeParse(fieldsOf(form));
    const fields = parsed.data as output<Fields>;
    const what = typeof name === 'function' ? name(parsed.data ?? {}) : name;
    const result = await run(what, async (ports, who) =>
      parsed.success ? service(ports, who, fields) : wrongFields(parsed.error),
    );
    if (!result.ok) return refusedState(result.refusal, await typedIn(form));
    const value = (await shows?.(result.value, fields)) ?? null;
    if (refreshes) refresh();
    const text = typeof message === 'function' ? message(result.value, fields) : message;
    return { ...IDLE, status: 'done', message: text, value };
  };
}

/** Refuses requests of other sites and too many changes, records denials, and turns an unavailable database into a message. */
async function run<T>(
  what: DeniableAction,
  service: (ports: Ports, who: Caller) => Promise<Result<T>>,
): Promise<Result<T>> {
  // Next accepts an action without Origin; with cookie authentication that would allow cross-site requests.
  const foreign = originRefusal(await headers());
  if (foreign !== null) return { ok: false, refusal: { code: 'forbidden', message: foreign.text } };
  const { ports, log, metrics, denials, pageRequests } = container();
  try {
    const who = await caller();
    const counted = await countChange(ports, who).catch(notCounted);
    if (!counted.ok) {
      pageRequests.refuse(counted.refusal.retryAfterMs ?? 0);
      return counted;
    }
    const result = await service(ports, who);
    if (!result.ok && result.refusal.isDenial) {
      metrics?.denied(what, who.kind);
      denials.note({ who, what });
      // A page with a form was shown to someone signed in: that session has ended.
      if (who.kind === 'anonymous') return { ok: false, refusal: SIGNED_OUT };
    }
    return result;
  } catch (error) {
    log.error({ err: error, action: what }, 'an action failed');
    return { ok: false, refusal: refusalOf(error) };
  }
}

/** The texts of a form by name, several as a list. A crafted request can pass anything instead of a form, and any text. */
function fieldsOf(form: unknown): Record<string, string | string[]> {
  const all = new Map<string, string[]>();
  for (const [name, value] of form instanceof FormData ? form : []) {
    // PostgreSQL cannot store a NUL.
    if (typeof value !== 'string' || value.includes('\0')) continue;
    const values = all.get(name);
    if (values === undefined) all.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries(
    [...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function wrongFields({ issues }: ZodError): { ok: false; refusal: Refusal } {
  return invalidFields(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
}

function refusedState(refusal: Refusal, typed: FormState['typed']): FormState<never> {
  const { code, field, errors, message } = refusal;
  return {
    status: code === 'signed_out' ? 'signed-out' : 'refused',
    message,
    errors: errors ?? (field === undefined ? {} : { [field]: message }),
    typed,
    value: null,
  };
}

/** Without scripts the refused form is drawn again with what was typed, except secrets; with them its fields still hold it. */
async function typedIn(form: unknown): Promise<FormState['typed']> {
  if ((await headers()).has('next-action')) return {};
  const typed = Object.entries(fieldsOf(form)).filter(
    ([name]) => !isSecretField(name) && !name.startsWith('$'),
  );
  return Object.fromEntries(typed.map(([name, value]) => [name, String(value)]));
}

/** A database that cannot count a change cannot store one: what is only read still gets its response. */
function notCounted(error: unknown): Result<null> {
  if (!isStorageUnavailable(error)) throw error;
  return done(null);
}

function refusalOf(error: unknown): Refusal {
  if (!isStorageUnavailable(error)) return DEFECT;
  return error.isOutcomeUnknown ? OUTCOME_UNKNOWN : STORAGE;
}

const SIGNED_OUT: Refusal = { code: 'signed_out', message: 'You are signed out.' };
const OUTCOME_UNKNOWN: Refusal = {
  code: 'unavailable',
  message: 'The database did not confirm this: it may have been stored. Reload the page to see.',
};
const STORAGE: Refusal = {
  code: 'unavailable',
  message: 'The database cannot store anything at the moment. Nothing was changed; try again soon.',
};
const DEFECT: Refusal = {
  code: 'unavailable',
  message: 'Something went wrong on our side. It may have been stored: look before you send it again.',
};
