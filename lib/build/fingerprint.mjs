import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hash of everything below `paths` (files or folders, relative to `root`): the same for the same sources on any
 * machine, another one after any change. What Python compiles next to its sources is no source.
 * @param {string} root
 * @param {readonly string[]} paths
 * @returns {string}
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(root, path)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(root, path) {
  try {
    const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
    const files = entries.filter((e) => e.isFile() && !e.name.endsWith('.pyc'));
    return files.map((e) => join(e.parentPath, e.name).slice(root.length + 1));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
