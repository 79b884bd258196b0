import type { Result } from '@/lib/services/result';

/** The value of a service's result; throws when the service refused. */
export function accepted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.value;
}

/** `ok`, or the code of the refusal. */
export const verdictOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);

/** Runs a check of each value in order; its failure names the value. */
export async function checkEach<T>(values: Iterable<T>, check: (value: T) => unknown): Promise<void> {
  for (const value of values) {
    try {
      await check(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`With ${JSON.stringify(value)}: ${reason}`, { cause: error });
    }
  }
}
