import children from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { beforeAll, inject } from 'vitest';

/** A worker whose runner was killed would go on to its last test. */
function endWithRunner(): void {
  process.exit(1);
}
// This runs before each file, in a process that runs many.
if (!process.listeners('disconnect').some(({ name }) => name === endWithRunner.name))
  process.once('disconnect', endWithRunner);

/**
 * A list of all tests loads their files. What a file starts at its top level would be started for nothing then, and outlive
 * the list: only programs that say which others are installed may be started there.
 */
const ASKS = /^(which|pgbouncer|git)$/;
const worker: NodeJS.Process & { isLoadingTests?: boolean } = process;
if (worker.isLoadingTests === undefined) {
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync'] as const) {
    const start = children[name] as (program: string, ...rest: unknown[]) => unknown;
    const checked = (program: string, ...rest: unknown[]) => {
      if (worker.isLoadingTests && !ASKS.test(program))
        throw new Error(
          `${program} is started at the top level of a file: start it in beforeAll or in a test.`,
        );
      return start(program, ...rest);
    };
    // Among them is how execFile is promisified.
    Object.defineProperties(checked, Object.getOwnPropertyDescriptors(start));
    Object.assign(children, { [name]: checked });
  }
  syncBuiltinESMExports();
}
worker.isLoadingTests = true;
beforeAll(() => {
  worker.isLoadingTests = false;
});

/** What the runner starts for tests is there before the first of them. One that needs another comes after it. */
beforeAll(async () => {
  for (const starter of inject('starters') ?? []) {
    const response = await fetch(starter);
    if (!response.ok) throw new Error(await response.text());
  }
});
