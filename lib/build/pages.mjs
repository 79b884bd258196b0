import { spawnSync } from 'node:child_process';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

/** Megabytes below which webpack builds the pages: it is slower than Turbopack and needs less. Measured in lib/deploy/README.md. */
const TURBOPACK_MB = 1_800;
const WEBPACK_MB = 900;
/** What webpack's heap leaves to the other processes of a build, and to what is in no heap. */
const BESIDE_HEAP_MB = 400;
/** More would only delay V8's collections, and other programs need memory too. */
const HEAP_MAX_MB = 1_000;

const NEXT = [process.execPath, join(ROOT, 'node_modules/next/dist/bin/next'), 'build'];

/** How many megabytes of memory this process has: the machine's, or its container's if those are fewer. */
function memoryMb() {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.floor(Math.min(totalmem(), limit) / 2 ** 20);
}

export const outOfMemory = (memory = memoryMb()) =>
  `a build needs about ${WEBPACK_MB} MB of memory, and this machine has ${memory} MB. ` +
  'Build on a larger machine and copy the folder, or add swap.';

/**
 * Builds the pages, after a build by Turbopack that was killed once more by webpack.
 * @param {{ memory?: number, command?: readonly string[], say?: (line: string) => void }} options
 * `command` is Next's, without options
 */
export function buildPages({ memory = memoryMb(), command = NEXT, say = console.error } = {}) {
  const [program = '', ...args] = command;
  const heap = Math.min(Math.max(memory, WEBPACK_MB) - BESIDE_HEAP_MB, HEAP_MAX_MB);
  const own = process.env.NODE_OPTIONS ?? '';
  const byWebpack = { options: ['--webpack'], nodeOptions: `--max-old-space-size=${heap} ${own}`.trim() };
  const byTurbopack = { options: [], nodeOptions: own };
  if (memory < WEBPACK_MB) say(`The build may be killed: ${outOfMemory(memory)}`);
  const isSmall = memory < TURBOPACK_MB;
  for (const { options, nodeOptions } of isSmall ? [byWebpack] : [byTurbopack, byWebpack]) {
    const { status, signal, error } = spawnSync(program, [...args, ...options], {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        NODE_OPTIONS: nodeOptions,
      },
    });
    if (status === 0) return;
    const code = error !== undefined && 'code' in error ? error.code : undefined;
    if (error !== undefined && code !== 'ENOMEM') throw error;
    // By the kernel; by V8 or an allocator.
    if (code !== 'ENOMEM' && signal !== 'SIGKILL' && signal !== 'SIGABRT') {
      const hint = isSmall ? ` If it names SIGKILL or the heap: ${outOfMemory(memory)}` : '';
      throw new Error(`The pages could not be built; the reason is above.${hint}`);
    }
    if (options.length === 0)
      say('The build was killed, probably for its memory. It starts again with webpack, which needs less.');
  }
  throw new Error(`The build was killed: ${outOfMemory(memory)}`);
}
