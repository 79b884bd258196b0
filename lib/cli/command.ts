import type { ParseArgsConfig } from 'node:util';
import type { Env } from '@/lib/env';
import type { Ports } from '@/lib/services/ports';
import type { Result } from '@/lib/services/result';

/** The command line was wrong: exit status 2. */
export class UsageError extends Error {}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** One command, such as `bot create`. */
export type Command = {
  readonly name: string;
  /** One line for `--help`. */
  readonly summary: string;
  /** The options after the name, as `--help` shows them. */
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
} & (
  | {
      /** Over the services, beside a running server or not. */
      run(ports: Ports, options: Options): Promise<Result<Output>>;
    }
  | {
      /** On the database as a whole, which is not opened first; throws an error of one line. */
      runOn(database: Env['database'], options: Options): Promise<Result<Output>>;
      /** The name of the one argument that is not an option. */
      readonly argument?: string;
    }
);

/** What a command prints: `json` as one line with `--json`, else `text`. */
export type Output = { readonly json: unknown; readonly text: string };

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

/** The value of an option that must be given. */
export function required(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

export function optional(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The value of an option that must be one of `values`. */
export function oneOf<T extends string>(options: Options, name: string, values: readonly T[]): T {
  const value = required(options, name);
  const found = values.find((v) => v === value);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${values.join(', ')}.`);
  return found;
}

/** The same output for a service's value, or its refusal. */
export function shown<T>(result: Result<T>, show: (value: T) => Output): Result<Output> {
  return result.ok ? { ok: true, value: show(result.value) } : result;
}
