import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { zip } from './zip.mjs';

/**
 * The Python client as pip installs it (PEP 427). The build needs no Python, and the same sources give the same bytes,
 * because the address of a wheel is immutable and `/docs` shows its hash.
 */

const SOURCE = join(ROOT, 'lib', 'client-python');
const PACKAGE = 'botmeter_client';

/**
 * Builds `outDir/botmeter_client-<version>-py3-none-any.whl`, and `outDir/wheel.json` for the pages. Files appear whole
 * or not at all.
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
  const name = `${PACKAGE}-${version}-py3-none-any.whl`;
  const wheel = zip(files);
  mkdirSync(outDir, { recursive: true });
  write(join(outDir, name), wheel);
  const sha256 = createHash('sha256').update(wheel).digest('hex');
  write(join(outDir, 'wheel.json'), `${JSON.stringify({ name, sha256 })}\n`);
  return { version, file: join(outDir, name) };
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

/** @param {string} file @param {string | Buffer} content */
function write(file, content) {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, content);
  renameSync(partial, file);
}
