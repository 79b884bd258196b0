import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { typesOf } from './client-types.mjs';
import { packageArchive } from './package-archive.mjs';
import { ROOT } from './project.mjs';

/**
 * The client library as bot authors install it. The same sources give the same bytes: names in a fixed order, no time,
 * no owner. What is served is the kept file of its release (releases.mjs).
 */

const SOURCE = join(ROOT, 'lib', 'client');
const ENTRY = 'index.ts';

/** One implementation for ESM and CommonJS, so that `instanceof` works in a bot that mixes them. */
const ESM = "export { BotmeterClient, BotmeterError } from './index.cjs';\n";
const read = (/** @type {string} */ name) => readFileSync(join(SOURCE, name), 'utf8');

/**
 * Builds and packs `lib/client` into `outDir/client-<version>.tgz`. The file appears whole or not at all.
 * @param {{ outDir: string }} options
 * @returns {Promise<{ version: string, file: string }>} `file` with its path
 */
export async function buildClient({ outDir }) {
  const manifest = read('package.json');
  const { version } = JSON.parse(manifest);
  const types = typesOf(join(SOURCE, ENTRY));
  const archive = packageArchive({
    'package.json': manifest,
    'README.md': read('README.md'),
    LICENSE: readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    'index.mjs': ESM,
    'index.cjs': await bundled(),
    'index.d.ts': types,
    'index.d.cts': types,
  });
  mkdirSync(outDir, { recursive: true });
  const file = join(outDir, `client-${version}.tgz`);
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, archive);
  renameSync(partial, file);
  return { version, file };
}

async function bundled() {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCE, ENTRY)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}
