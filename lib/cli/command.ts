import { isIPv6 } from 'node:net';
import type { ParseArgsConfig } from 'node:util';
import { isoTime } from '@/lib/domain/text/time';
import type { Env } from '@/lib/env';
import type { Ports } from '@/lib/ports/ports';
import type { Progress } from '@/lib/ports/progress';
import type { Result } from '@/lib/services/result';
import type { Io } from './io';

/** Wrong usage: exit status 2. */
export class UsageError extends Error {}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** What a command gets beside its options. */
export type Context = { readonly env: Env; readonly io: Io; readonly progress: Progress };

/** One command, such as `bot create`. */
export type Command = {
  readonly name: string;
  /** One line for `--help`. */
  readonly summary: string;
  /** The options after the name, as `--help` shows them: one that is followed by a value has a text. */
  readonly usage: string;
  /** Their defaults, and those that `--help` does not show. */
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  /** Works for long while a server runs, so with a lower priority. Not set if calls wait for its end, as for `compact`. */
  readonly isBesideServer?: true;
} & (
  | {
      /** Runs on the services, also while a server is running. */
      run(ports: Ports, options: Options, context: Context): Promise<Result<Output>>;
    }
  | {
      /** Runs on the whole database without opening it first; throws errors with a one-line message. */
      runOn(database: Env['database'], options: Options, context: Context): Promise<Result<Output>>;
      /** The name of the positional argument, if there is one. */
      readonly argument?: string;
    }
);

/**
 * The output of a command: `json` on one line with `--json`, else `text`, both on standard output. A `note` is for the
 * reader and goes to standard error, so that `KEY=$(…)` holds the key alone. An empty `text` prints nothing.
 */
export type Output = { readonly json: unknown; readonly text: string; readonly note?: string };

export const textOption = { type: 'string' } as const;

const OPTION = /--([a-z][a-z-]*)( (?![[-])[^\s\]]+)?/g;

/** The options of a command, as `parseArgs` takes them. */
export const optionsOf = ({ usage, options }: Command): NonNullable<ParseArgsConfig['options']> => ({
  ...Object.fromEntries(
    [...usage.matchAll(OPTION)].map(([, name, value]) => [name, { type: value ? 'string' : 'boolean' }]),
  ),
  json: { type: 'boolean' },
  ...options,
});

/** The value of a required option. */
export function required(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

export function optional(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The value of an option with a fixed set of values. */
export function oneOf<T extends string>(options: Options, name: string, values: readonly T[]): T {
  const value = required(options, name);
  const found = values.find((v) => v === value);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${values.join(', ')}.`);
  return found;
}

/** Formats a service's value; passes a refusal on. */
export function formatResult<T>(result: Result<T>, show: (value: T) => Output): Result<Output> {
  return result.ok ? { ok: true, value: show(result.value) } : result;
}

/** Formats rows as aligned columns with a heading; the last column is not padded. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) =>
    all.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  return all
    .map((row) =>
      row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

export const rowsIn = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, n) => sum + n, 0);

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoTime(atMs));

export type LinkAddress = Pick<Env, 'appUrl' | 'host' | 'port'>;

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['::', '0.0.0.0']);

/** The origin of printed links: APP_URL, else where a server with these settings listens. */
export function linkOrigin({ appUrl, host, port }: LinkAddress): string {
  if (appUrl !== undefined) return appUrl;
  const isEvery = host === undefined || EVERY_ADDRESS.has(host);
  return `http://${isEvery ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}
