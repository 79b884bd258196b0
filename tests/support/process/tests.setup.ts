import { beforeAll, inject } from 'vitest';

/** A worker whose runner was killed would go on to its last test. */
function endWithRunner(): void {
  process.exit(1);
}
// This runs before each file, in a process that runs many.
if (!process.listeners('disconnect').some(({ name }) => name === endWithRunner.name))
  process.once('disconnect', endWithRunner);

/** What the runner starts for tests is there before the first of them. One that needs another comes after it. */
beforeAll(async () => {
  for (const starter of inject('starters') ?? []) {
    const response = await fetch(starter);
    if (!response.ok) throw new Error(await response.text());
  }
});
