import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, ROOT } from './bundle.mjs';
import { fingerprint } from './fingerprint.mjs';

const RECORD = join(ROOT, 'dist', 'cli.json');

/** Bundles the operator commands when they are not current: a moment, without the pages. Returns the bundle's path. */
export async function ensureCli() {
  const made = fingerprint(ROOT, ['lib', 'package-lock.json']);
  if (recorded() !== made) {
    await bundle('lib/cli/main.ts', 'dist/cli.mjs');
    writeFileSync(RECORD, `${JSON.stringify({ fingerprint: made })}\n`);
  }
  return join(ROOT, 'dist', 'cli.mjs');
}

function recorded() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')).fingerprint;
  } catch {
    return null;
  }
}
