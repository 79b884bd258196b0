import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { size } from '../../support/fault/campaign';

export type HostileKind =
  | 'silent'
  | 'idle'
  | 'slow-headers'
  | 'slow-bodies'
  | 'slow-readers'
  | 'big-bodies'
  | 'unfinished'
  | 'looping'
  | 'pipelining';

export type HostileOptions = {
  readonly kind: HostileKind;
  readonly port: number;
  readonly count: number;
  readonly path: string;
  readonly authorization?: string;
};

export type HostileResult = {
  /** Connections in all; of the kind `looping`, requests. */
  readonly opened: number;
  /** Connections open at the end. */
  readonly alive: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
};

/**
 * How soon a closed connection is replaced. It bounds what a server with few slots can do: 500 connections a second fill
 * each of 24 slots anew every 48 ms, and a well-behaved client on a busy machine may not get the processor for that long.
 */
const AGAIN_MS = size(600, 200);

const PROGRAM = fileURLToPath(new URL('hostile-client.mjs', import.meta.url));

/** Starts a hostile client and resolves when it has opened its connections once; `stop` tells what it came to. */
export async function startHostile({ kind, port, count, path, authorization = '' }: HostileOptions) {
  const args = [PROGRAM, kind, String(port), String(count), path, String(AGAIN_MS), authorization];
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
