import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * `node tests/sim/run.mjs SEED` runs a seed again, prints what is broken, the actions that are needed for it, and the trace.
 * `node tests/sim/run.mjs FROM UNTIL` looks for seeds that fail.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The simulation in one module, with these edits of its files. Each must find its text exactly once.
 * @param {readonly import('../fault/mutations/mutations.mjs').Edit[]} [edits]
 * @returns {Promise<typeof import('./commands.ts')>}
 */
export async function simulation(edits = []) {
  const left = new Set(edits);
  /** @type {import('esbuild').Plugin} */
  const plugin = {
    name: 'edits',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const edit of edits.filter(({ file }) => join(ROOT, file) === path)) {
          if (contents.split(edit.find).length !== 2)
            throw new Error(`${path} has not this once: ${edit.find}`);
          contents = contents.replace(edit.find, () => edit.replace);
          left.delete(edit);
        }
        return { contents, loader: 'ts' };
      });
    },
  };
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['tests/sim/commands.ts'],
    plugins: [plugin],
    ...{
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      logLevel: 'warning',
    },
  });
  if (left.size > 0) throw new Error(`Not simulated: ${[...left].map(({ file }) => file).join(', ')}`);
  const [file] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(file?.contents ?? '').toString('base64')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from, until] = process.argv.slice(2).map(Number);
  if (from === undefined || !Number.isSafeInteger(from))
    throw new Error('Give a seed, or the first and the last of several.');
  const { report, search } = await simulation();
  const { hasFailed, text } = until === undefined ? await report(from) : await search(from, until);
  process.stdout.write(`${text}\n`);
  process.exitCode = hasFailed ? 1 : 0;
}
