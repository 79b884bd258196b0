import { type FormState, isSecretField } from '@/lib/contract/form-state';
import type { Result } from '@/lib/services/result';
import { isForm } from './fields';

/** Turns a service's result into the state of its form. */
export function formState<T, Value>(
  form: FormData,
  result: Result<T>,
  message: string,
  toValue: (value: T) => Value | null,
): FormState<Value> {
  if (result.ok) {
    return { status: 'done', message, errors: {}, typed: {}, value: toValue(result.value) };
  }
  const { code, field, errors, message: why } = result.refusal;
  return {
    status: code === 'signed_out' ? 'signed-out' : 'refused',
    message: why,
    errors: errors ?? (field === undefined ? {} : { [field]: why }),
    typed: typedIn(form),
    value: null,
  };
}

export const nothing = (): null => null;

export function typedIn(form: FormData): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const [name, value] of isForm(form) ? form : []) {
    if (typeof value === 'string' && !isSecretField(name) && !name.startsWith('$')) typed[name] = value;
  }
  return typed;
}
