import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from './fingerprint.mjs';

/** The project's root folder, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** Sources of the whole build. */
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

/** Sources of the operator commands. */
const CLI_SOURCES = ['lib', 'package-lock.json'];

/** A container image has no sources (lib/build/image.mjs), so a build there is always current. */
const hasSources = existsSync(join(ROOT, 'package-lock.json'));

/**
 * A file that records the fingerprint of the sources from which a part was built.
 * @param {string} name of the file in `dist`, without its extension
 * @param {readonly string[]} sources
 */
const record = (name, sources) => {
  const file = join(ROOT, 'dist', `${name}.json`);
  return {
    /** The fingerprint of the current sources. */
    fingerprint: () => fingerprint(ROOT, sources),
    /** Whether the part was built from the current sources. */
    isCurrent() {
      try {
        const { fingerprint: built } = JSON.parse(readFileSync(file, 'utf8'));
        return !hasSources || built === this.fingerprint();
      } catch {
        return false;
      }
    },
    /** Records the fingerprint that the part was built from. */
    write(/** @type {string} */ built) {
      writeFileSync(file, `${JSON.stringify({ fingerprint: built })}\n`);
    },
  };
};

/** Pages, server, commands and the client libraries. */
export const BUILD = record('build', SOURCES);
/** The operator commands alone. */
export const CLI_BUILD = record('cli', CLI_SOURCES);
