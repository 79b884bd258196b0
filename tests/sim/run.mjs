import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * `node tests/sim/run.mjs SEED` runs a seed again, prints what is broken, the actions that are needed for it, and the trace.
 * `node tests/sim/run.mjs FROM UNTIL` looks for seeds that fail.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const here = (/** @type {string} */ file) => join(ROOT, 'tests/sim', file);

/** What the simulated code gets in place of modules. @type {Record<string, string>} */
const REPLACED = {
  'node:timers/promises': `import { setTimeout as after, setImmediate as next } from './machine';
    export const setTimeout = (ms, value) => new Promise((resolve) => after(resolve, ms, value));
    export const setImmediate = () => new Promise((resolve) => next(resolve));`,
  'node:crypto': `export * from 'node:crypto'; export { randomBytes, randomUUID } from './machine';`,
  'node:worker_threads': `export { Worker } from './machine';`,
  driver: `export * from './disk'; export { Disk as default } from './disk';`,
};

/** A program of a thread becomes a function, of its port and its data. */
const asFunction = (/** @type {string} */ program) => {
  const lines = program.split('\n').filter((line) => !line.includes("'node:worker_threads'"));
  const isImport = (/** @type {string} */ line) => line.startsWith('import ');
  const body = lines.filter((line) => !isImport(line)).join('\n');
  return `${lines.filter(isImport).join('\n')}\nexport default (parentPort, workerData) => {${body}\n}`;
};

/**
 * The simulation in one module, with these edits of the product's files. Each must find its text exactly once.
 * @param {readonly import('../fault/mutations/mutations.mjs').Edit[]} [edits]
 * @returns {Promise<typeof import('./seeds.ts')>}
 */
export async function simulation(edits = []) {
  const left = new Set(edits);
  /** @type {import('esbuild').Plugin} */
  const plugin = {
    name: 'simulation',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^node:(timers\/promises|crypto|worker_threads)$|\bdriver\.mjs$/ }, (found) => {
        const isDriver = found.path.endsWith('driver.mjs');
        if (found.importer.startsWith(join(ROOT, 'lib')))
          return { path: isDriver ? 'driver' : found.path, namespace: 'replaced' };
        return isDriver ? undefined : { path: found.path, external: true };
      });
      onLoad({ filter: /./, namespace: 'replaced' }, ({ path }) => ({
        contents: REPLACED[path],
        loader: 'ts',
        resolveDir: here(''),
      }));
      onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const edit of edits.filter(({ file }) => join(ROOT, file) === path)) {
          if (contents.split(edit.find).length !== 2)
            throw new Error(`${path} has not this once: ${edit.find}`);
          contents = contents.replace(edit.find, () => edit.replace);
          left.delete(edit);
        }
        return { contents: path.endsWith('thread.mjs') ? asFunction(contents) : contents, loader: 'ts' };
      });
    },
  };
  const { outputFiles } = await build({
    ...{ absWorkingDir: ROOT, entryPoints: ['tests/sim/seeds.ts'], plugins: [plugin] },
    ...{ bundle: true, write: false, packages: 'external', platform: 'node', format: 'esm' },
    ...{ target: 'node20.19', logLevel: 'warning', sourcemap: 'inline' },
    ...{ inject: [here('machine.ts')], define: { 'Math.random': 'simulatedRandom' } },
  });
  if (left.size > 0) throw new Error(`Not simulated: ${[...left].map(({ file }) => file).join(', ')}`);
  // Inside of the project, as it imports packages.
  const folder = mkdtempSync(join(ROOT, 'node_modules/.sim-'));
  try {
    const file = join(folder, 'simulation.mjs');
    writeFileSync(file, outputFiles[0]?.contents ?? '');
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a seed, or several. */
async function main(/** @type {string[]} */ [first = '', until]) {
  const from = Number(first);
  if (first === '' || !Number.isSafeInteger(from)) throw new Error('Give a seed, or the first and the last.');
  const { report, search } = await simulation();
  const text = until === undefined ? await report(from) : (await search(from, Number(until))).join('\n\n');
  process.stdout.write(`${text || 'Nothing is broken.'}\n`);
  if (text !== '' && !text.endsWith('Nothing is broken.')) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
