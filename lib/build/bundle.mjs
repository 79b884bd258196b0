import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * Bundles one TypeScript entry of lib for Node; packages stay outside. The file appears whole or not at all.
 * @param {string} entry relative to the project
 * @param {string} outfile relative to the project
 */
export async function bundle(entry, outfile) {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
  const target = join(ROOT, outfile);
  mkdirSync(dirname(target), { recursive: true });
  for (const { contents } of result.outputFiles) {
    const partial = `${target}.${process.pid}`;
    writeFileSync(partial, contents);
    renameSync(partial, target);
  }
}
