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
  | 'unfinished'
  | 'looping'
  | 'pipelining';

type HostileOptions = {
  readonly kind: HostileKind;
  readonly port: number;
  readonly count: number;
  readonly path: string;
  readonly authorization?: string;
};

type HostileResult = {
  /** The number of connections opened; for `looping`, of requests. */
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
export async function startHostile({ kind, port, count, path, authorization = '' }: HostileOptions) {
  const args = [PROGRAM, kind, String(port), String(count), path, String(REOPEN_MS), authorization];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = once(child, 'close');
  while (!text.startsWith('open\n')) await once(child.stdout, 'data');
  return {
    stop: async (): Promise<HostileResult> => {
      child.kill('SIGTERM');
      await ended;
      return JSON.parse(text.slice('open\n'.length));
    },
  };
}
