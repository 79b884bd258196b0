import { spawnSync } from 'node:child_process';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project.mjs';

/** Megabytes from which Turbopack builds the pages. With less webpack does, which is slower (lib/deploy/README.md). */
const TURBOPACK_MB = 1_800;
const WEBPACK_MB = 1_000;
/** Kept free for the other processes of a build, and for what webpack keeps outside of its heap. */
const OUTSIDE_HEAP_MB = 400;
/** More would only delay V8's collections, and other programs need memory too. */
const HEAP_MAX_MB = 1_000;

const NEXT = [process.execPath, join(ROOT, 'node_modules/next/dist/bin/next'), 'build'];
/** What the kernel ends a process with when memory runs out; V8 and allocators end themselves. */
const OUT_OF_MEMORY = new Set(['SIGKILL', 'SIGABRT', 'ENOMEM']);

/** Megabytes that this process has: the machine's, or its container's if those are fewer. */
function memoryMb() {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.floor(Math.min(totalmem(), limit) / 2 ** 20);
}

export const outOfMemory = (memory = memoryMb()) =>
  `a build needs about ${WEBPACK_MB} MB of memory, and this machine has ${memory} MB. Build on a larger machine and copy the folder, or add swap.`;

/**
 * Builds the pages by Turbopack, or by webpack where memory is short. If Turbopack is killed, webpack builds them again.
 * Throws if they are not built. `command` is Next's; `memory` in megabytes.
 * @param {{ memory?: number, command?: readonly string[], say?: (line: string) => void }} options
 */
export function buildPages({ memory = memoryMb(), command = NEXT, say = console.error } = {}) {
  const [program = '', ...args] = command;
  const run = (/** @type {readonly string[]} */ options, nodeOptions = process.env.NODE_OPTIONS ?? '') => {
    const ended = spawnSync(program, [...args, ...options], {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        NODE_OPTIONS: nodeOptions,
      },
    });
    const code = ended.error !== undefined && 'code' in ended.error ? ended.error.code : ended.signal;
    if (OUT_OF_MEMORY.has(String(code))) return 'killed';
    if (ended.error !== undefined) throw ended.error;
    return ended.status === 0 ? 'done' : 'failed';
  };
  const isSmall = memory < TURBOPACK_MB;
  if (memory < WEBPACK_MB) say(`The build may be killed: ${outOfMemory(memory)}`);
  const heap = Math.min(Math.max(memory, WEBPACK_MB) - OUTSIDE_HEAP_MB, HEAP_MAX_MB);
  const runWebpack = () =>
    run(['--webpack'], `--max-old-space-size=${heap} ${process.env.NODE_OPTIONS ?? ''}`);
  let end = isSmall ? runWebpack() : run([]);
  if (end === 'killed' && !isSmall) {
    say('The build was killed, probably for its memory. Webpack, which needs less, starts it again.');
    end = runWebpack();
  }
  if (end === 'killed') throw new Error(`The build was killed: ${outOfMemory(memory)}`);
  const hint = isSmall ? ` If it names SIGKILL or the heap: ${outOfMemory(memory)}` : '';
  if (end === 'failed') throw new Error(`The pages could not be built; the reason is above.${hint}`);
}
