import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { ROOT } from './project.mjs';

/**
 * Every released file of the client libraries, kept as it was served: lockfiles of bots hold its address and its hash, so
 * each later version of the service serves it too. `node lib/build/releases.mjs` adds the files of the current versions.
 */
const CLIENTS = join(ROOT, 'lib', 'client', 'releases');
/** Those of `@botmeter/client`, from 2.0.0 on: the service is their registry. */
const PACKAGES = join(CLIENTS, 'npm');
/**
 * The day before each release. Package managers can wait until a version is some days old, Yarn 4 waits for one day unless
 * told otherwise: meant for public registries, where a stranger may publish, not for the service that the bot reports to.
 */
const RELEASED_AT = {
  '2.0.0': '2026-11-26T00:00:00.000Z',
  '2.1.0': '2026-11-26T00:00:00.000Z',
  '2.1.1': '2026-11-27T00:00:00.000Z',
};
const WHEELS = join(ROOT, 'lib', 'client-python', 'releases');

/** What the service has to know of the files: `list.json` in their folder. */
const NEWEST_WHEEL = () => {
  const version = /VERSION = "([\d.]+)"/.exec(
    readFileSync(join(ROOT, 'lib', 'client-python', 'botmeter_client', '_version.py'), 'utf8'),
  )?.[1];
  return `botmeter_client-${version}-py3-none-any.whl`;
};

/**
 * Copies the released files into `folder`, and writes `list.json` for the pages: the newest wheel, and the hash of each
 * file as npm writes it.
 * @param {string} folder
 */
export function copyReleases(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {Record<string, string>} */
  const integrity = {};
  for (const from of [CLIENTS, WHEELS]) {
    for (const name of filesIn(from)) {
      const bytes = readFileSync(join(from, name));
      writeFileSync(join(folder, name), bytes);
      integrity[name] = integrityOf(bytes);
    }
  }
  const wheel = NEWEST_WHEEL();
  if (integrity[wheel] === undefined) throw notReleased(wheel);
  const sha256 = hash('sha256', readFileSync(join(folder, wheel))).toString('hex');
  writeFileSync(
    join(folder, 'list.json'),
    `${JSON.stringify({ wheel: { name: wheel, sha256 }, integrity })}\n`,
  );
  copyPackages(join(folder, 'npm'));
}

/** The same for `@botmeter/client`: what `list.json` says of each version is what registries say. */
function copyPackages(/** @type {string} */ folder) {
  mkdirSync(folder);
  const { name, version: latest } = JSON.parse(
    readFileSync(join(ROOT, 'lib', 'client', 'package.json'), 'utf8'),
  );
  const versions = Object.entries(RELEASED_AT).map(([version, at]) => {
    const file = `client-${version}.tgz`;
    const bytes = readFileSync(join(PACKAGES, file));
    writeFileSync(join(folder, file), bytes);
    const [manifest, shasum] = [manifestIn(bytes), hash('sha1', bytes).toString('hex')];
    return [version, { at, manifest, integrity: integrityOf(bytes), shasum }];
  });
  const list = { name, latest, versions: Object.fromEntries(versions) };
  if (list.versions[latest] === undefined) throw notReleased(`${name} ${latest}`);
  writeFileSync(join(folder, 'list.json'), `${JSON.stringify(list)}\n`);
}

/** The package.json of an archive of package-archive.mjs: its first file, behind a header of 512 bytes. */
function manifestIn(/** @type {Buffer} */ archive) {
  const tar = gunzipSync(archive);
  return JSON.parse(tar.subarray(512, 512 + Number.parseInt(tar.toString('latin1', 124, 135), 8)).toString());
}

const filesIn = (/** @type {string} */ folder) =>
  readdirSync(folder).filter((name) => /\.(tgz|whl)$/.test(name));
const hash = (/** @type {string} */ algorithm, /** @type {Buffer} */ bytes) =>
  createHash(algorithm).update(bytes).digest();
const integrityOf = (/** @type {Buffer} */ bytes) => `sha512-${hash('sha512', bytes).toString('base64')}`;
const notReleased = (/** @type {string} */ what) =>
  new Error(`${what} is not released: run "node lib/build/releases.mjs", and commit what it writes.`);

/** Adds the files of the current versions; never changes one that exists. */
async function release() {
  // Only here: a build copies, and needs no compiler for it.
  const [{ buildClient }, { buildWheel }] = await Promise.all([
    import('./client.mjs'),
    import('./wheel.mjs'),
  ]);
  const partial = join(ROOT, 'dist', 'release');
  const built = [
    { file: (await buildClient({ outDir: partial })).file, folder: PACKAGES },
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
