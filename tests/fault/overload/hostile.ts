import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { size } from '../../support/fault/campaign';

type SlowKind = 'slow-headers' | 'slow-bodies' | 'slow-readers';
export type HostileKind =
  | SlowKind
  | 'silent'
  | 'idle'
  | 'big-bodies'
  | 'hang-ups'
  | 'unfinished'
  | 'looping'
  | 'parallel'
  | 'pipelining';

/** What is requested. */
export type Target = { readonly path: string; readonly headers?: Readonly<Record<string, string>> };

type HostileOptions = {
  readonly kind: HostileKind;
  readonly port: number;
  readonly count: number;
  /** Of the connections in turn. */
  readonly targets: readonly Target[];
};

type HostileResult = {
  /** The number of connections opened; for `looping` and `parallel`, of requests. */
  readonly opened: number;
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
};

/**
 * The delay before a closed connection is reopened. 500 connections a second would take each of 24 slots every 48 ms, and
 * on a busy machine a well-behaved client may not be scheduled for that long.
 */
const REOPEN_MS = size(600, 200);

const PROGRAM = fileURLToPath(new URL('hostile-client.mjs', import.meta.url));

/** Starts a hostile client and resolves when it has opened its connections once; `stop` returns its result. */
export async function startHostile(options: HostileOptions) {
  const args = [PROGRAM, JSON.stringify({ ...options, reopenMs: REOPEN_MS })];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = once(child, 'close');
  while (!text.startsWith('open\n')) {
    const [status] = await Promise.race([once(child.stdout, 'data'), ended]);
    if (typeof status === 'number') throw new Error(`The hostile client ended with ${status}: ${text}`);
  }
  return {
    stop: async (): Promise<HostileResult> => {
      child.kill('SIGTERM');
      await ended;
      return JSON.parse(text.slice('open\n'.length));
    },
  };
}
