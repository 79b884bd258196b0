import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { requireProgram } from '../required-program';

/** The system calls to fail and their error, in strace's syntax (`when`: `1+` means every call). */
export type Fault = {
  readonly calls: readonly string[];
  readonly error: 'EIO' | 'ENOSPC';
  readonly when: string;
};

const ATTACHED_WITHIN_MS = 10_000;

/** Fails a running process's system calls on `files` until the returned function is called. */
export async function injectErrors(
  pid: number,
  files: readonly string[],
  { calls, error, when }: Fault,
): Promise<() => Promise<void>> {
  requireProgram('strace');
  const paths = files.flatMap((file) => ['-P', file]);
  const faults = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}:when=${when}`];
  const tracer = spawn('strace', ['-f', '-p', String(pid), ...paths, ...faults, '-o', '/dev/null'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await attachment(tracer);
  return async () => {
    const ended = once(tracer, 'exit');
    tracer.kill('SIGINT');
    await ended;
  };
}

function attachment(tracer: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const giveUp = setTimeout(
      () => reject(new Error(`strace did not attach: ${output}`)),
      ATTACHED_WITHIN_MS,
    );
    tracer.stderr?.on('data', (chunk) => {
      output += chunk;
      if (!output.includes('attached')) return;
      clearTimeout(giveUp);
      resolve();
    });
  });
}
