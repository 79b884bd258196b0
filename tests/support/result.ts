import type { Result } from '@/lib/services/result';

/** The value of a service's result; throws when the service refused. */
export function accepted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.value;
}

/** `ok`, or the code of the refusal. */
export const verdictOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);
