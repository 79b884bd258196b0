import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestProject } from 'vitest/node';
import { ROOT } from './service';
import { startForTests } from './starter';

/** These suites run the built server: `npm test` has built it already, a suite that runs alone builds it here. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return startForTests(project, async () => {
    const build = spawn(process.execPath, ['lib/build/ensure-built.mjs'], { cwd: ROOT, stdio: 'inherit' });
    const [status] = await once(build, 'exit');
    if (status !== 0) throw new Error('The build failed; the reason is above.');
    return async () => {};
  });
}
