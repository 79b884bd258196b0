import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './project.mjs';

/** Not bundled: native modules, and packages that load files, or modules of Node, dynamically. */
const OUTSIDE = [
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'cli-progress',
  'next',
  'next-auth',
  'pg',
  'pino',
  'prom-client',
];

/**
 * Bundles one TypeScript entry of lib for Node. Packages of many ES modules come along: Node would open all those
 * files at once, which a process with few file descriptors cannot. The file appears whole or not at all.
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
    external: OUTSIDE,
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
