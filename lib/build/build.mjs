import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, ROOT } from './bundle.mjs';
import { buildClient } from './client.mjs';
import { ensureCli } from './ensure-cli.mjs';
import { fingerprint } from './fingerprint.mjs';

/** What a build is made from. */
export const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tailwind.config.ts',
  'tsconfig.json',
].filter((path) => existsSync(join(ROOT, path)));

const RECORD = join(ROOT, 'dist', 'build.json');

/** Whether pages and server were built from the sources as they are. */
export function isBuildCurrent() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')).fingerprint === fingerprint(ROOT, SOURCES);
  } catch {
    return false;
  }
}

/** Builds pages, server, commands and the client library, and records what they were built from. */
export async function build() {
  const made = fingerprint(ROOT, SOURCES);
  const next = spawnSync(process.execPath, [join(ROOT, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (next.status !== 0) throw new Error('The pages could not be built; the reason is above.');
  await buildServer(made);
}

/** Builds all but the pages; `made` is what the build as a whole was made from. */
export async function buildServer(made = fingerprint(ROOT, SOURCES)) {
  await bundle('lib/server/main.ts', 'dist/server.mjs');
  await ensureCli();
  await buildClient({ outDir: join(ROOT, 'dist', 'client') });
  writeFileSync(RECORD, `${JSON.stringify({ fingerprint: made })}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
