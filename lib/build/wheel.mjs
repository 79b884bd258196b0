import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { ROOT } from './project.mjs';

/**
 * The Python client as pip installs it (PEP 427), made without Python. The same sources give the same bytes: nothing is
 * compressed, and all times are the first of the format. What is served is the kept file of its release (releases.mjs).
 */

const SOURCE = join(ROOT, 'lib', 'client-python');
const PACKAGE = 'botmeter_client';
/** Made on Unix, so that the mode counts. */
const ZIP = /** @type {const} */ ({ level: 0, mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 << 16 });

/**
 * Builds `outDir/botmeter_client-<version>-py3-none-any.whl`. The file appears whole or not at all.
 * @param {{ outDir: string }} options
 * @returns {{ version: string, file: string }} `file` with its path
 */
export function buildWheel({ outDir }) {
  const version = /VERSION = "([\d.]+)"/.exec(source(PACKAGE, '_version.py').toString())?.[1];
  if (version === undefined) throw new Error('lib/client-python has no version.');
  const info = `${PACKAGE}-${version}.dist-info`;
  const modules = readdirSync(join(SOURCE, PACKAGE)).filter((name) => /\.(py|typed)$/.test(name));
  const files = new Map([
    ...modules.sort().map((name) => /** @type {const} */ ([`${PACKAGE}/${name}`, source(PACKAGE, name)])),
    [`${info}/LICENSE`, readFileSync(join(ROOT, 'LICENSE'))],
    [`${info}/METADATA`, Buffer.from(metadata(version))],
    [`${info}/WHEEL`, Buffer.from(WHEEL)],
  ]);
  files.set(`${info}/RECORD`, Buffer.from(record(files, `${info}/RECORD`)));
  const file = join(outDir, `${PACKAGE}-${version}-py3-none-any.whl`);
  const partial = `${file}.${process.pid}`;
  mkdirSync(outDir, { recursive: true });
  writeFileSync(partial, zipSync(Object.fromEntries(files), ZIP));
  renameSync(partial, file);
  return { version, file };
}

const WHEEL = `Wheel-Version: 1.0
Generator: botmeter
Root-Is-Purelib: true
Tag: py3-none-any
`;

const metadata = (/** @type {string} */ version) => `Metadata-Version: 2.1
Name: botmeter-client
Version: ${version}
Summary: Reports a bot's statistics to a Botmeter service at the interval of its plan
License: MIT
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${source('README.md')}`;

/** @param {ReadonlyMap<string, Buffer>} files @param {string} itself */
function record(files, itself) {
  const lines = [...files].map(([name, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${name},sha256=${hash},${content.length}\n`;
  });
  return `${lines.join('')}${itself},,\n`;
}

const source = (/** @type {string[]} */ ...path) => readFileSync(join(SOURCE, ...path));
