import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './project.mjs';

/**
 * Every released file of the client libraries, kept as it was served: lockfiles of bots hold its address and its hash, so
 * each later version of the service serves it too. `node lib/build/releases.mjs` adds the files of the current versions.
 */
const CLIENTS = join(ROOT, 'lib', 'client', 'releases');
const WHEELS = join(ROOT, 'lib', 'client-python', 'releases');

/** What the service has to know of the files: `list.json` in their folder. */
const NEWEST_WHEEL = () => {
  const version = /VERSION = "([\d.]+)"/.exec(
    readFileSync(join(ROOT, 'lib', 'client-python', 'botmeter_client', '_version.py'), 'utf8'),
  )?.[1];
  return `botmeter_client-${version}-py3-none-any.whl`;
};
const NEWEST_CLIENT = () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'lib', 'client', 'package.json'), 'utf8'));
  return `client-${version}.tgz`;
};

/**
 * Copies the released files into `folder`, and writes `list.json` for the pages: the newest names, and the hash of each
 * file as npm writes it.
 * @param {string} folder
 */
export function copyReleases(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {Record<string, string>} */
  const integrity = {};
  for (const from of [CLIENTS, WHEELS]) {
    for (const name of readdirSync(from)) {
      const bytes = readFileSync(join(from, name));
      writeFileSync(join(folder, name), bytes);
      integrity[name] = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    }
  }
  const [client, wheel] = [NEWEST_CLIENT(), NEWEST_WHEEL()];
  for (const name of [client, wheel])
    if (integrity[name] === undefined)
      throw new Error(
        `${name} is not released: run "node lib/build/releases.mjs", and commit what it writes.`,
      );
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, wheel)))
    .digest('hex');
  writeFileSync(
    join(folder, 'list.json'),
    `${JSON.stringify({ client, wheel: { name: wheel, sha256 }, integrity })}\n`,
  );
}

/** Adds the files of the current versions; never changes one that exists. */
async function release() {
  // Only here: a build copies, and needs no compiler for it.
  const [{ buildClient }, { buildWheel }] = await Promise.all([
    import('./client.mjs'),
    import('./wheel.mjs'),
  ]);
  const partial = join(ROOT, 'dist', 'release');
  const built = [
    { file: (await buildClient({ outDir: partial })).file, folder: CLIENTS },
    { file: buildWheel({ outDir: partial }).file, folder: WHEELS },
  ];
  for (const { file, folder } of built) {
    const [name, bytes] = [basename(file), readFileSync(file)];
    if (!readdirSync(folder).includes(name)) writeFileSync(join(folder, name), bytes);
    else if (!readFileSync(join(folder, name)).equals(bytes))
      throw new Error(`${name} is released and its sources have changed since: raise the version.`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await release();
