import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from '../../../lib/data/sqlite/driver.mjs';
import { BENCH, ROOT } from '../servers/process.mjs';

const RESULTS = join(BENCH, 'RESULTS.md');
/** Their figures stay; nothing measures them anew. */
const KEPT = ['A cluster', 'Where the time goes'];

/** The parts' headings, in the order of the page. @type {Record<string, string>} */
const HEADINGS = {
  calls: 'Calls',
  latency: 'Latency at half load',
  beside: 'Beside pages',
  backups: 'Beside backups',
  pages: 'Pages',
  builds: 'This build and another',
};

/** Writes the measured sections to RESULTS.md; others stay as they are. @param {Map<string, string>} measured */
export function writeResults(measured) {
  const sections = former();
  for (const [part, text] of measured) {
    const heading = HEADINGS[part] ?? part;
    sections.set(heading, `${stamp()}\n\n${text}`);
  }
  const order = [...Object.values(HEADINGS), ...KEPT];
  const body = order.flatMap((heading) => {
    const text = sections.get(heading);
    return text === undefined ? [] : [`## ${heading}\n\n${text}\n`];
  });
  writeFileSync(RESULTS, `${HEAD}\n${body.join('\n')}`);
}

const HEAD = `# Results of \`npm run bench\`

A part that is not run keeps its section; "A cluster" stays as it was measured. Comparisons are ratios within one run: one server process at a time, each on a new copy of the same database, in an order that is rotated and
reversed. They are medians of the rounds, with the middle half of the rounds in brackets. "product again" is a second
process of the product: its distance from 1 is the noise of the other ratios. The load generator is a separate process
and has the second of the two cores to itself. Reports are accepted ones, each of a different bot.

Goals are this project's own: they show when something has become slower, and nobody was promised them. Only the 90 points
of every page on a phone are asked for by whoever has the service built. No goal compares the product with other servers.
`;

/** @returns {Map<string, string>} */
function former() {
  const text = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = ''] = section.split('\n', 1);
      return [heading, section.slice(heading.length).trim()];
    }),
  );
}

/** Date, commit, machine and versions. */
function stamp() {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const versionOf = (/** @type {string} */ name, /** @type {string} */ folder) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  const versions = [
    `Node ${process.versions.node}`,
    `SQLite ${new SqliteDatabase(':memory:').prepare('SELECT sqlite_version()').pluck().get()}`,
    ...['next', 'pg'].map((name) => `${name} ${versionOf(name, ROOT)}`),
    `fastify ${versionOf('fastify', BENCH)}`,
    `lighthouse ${versionOf('lighthouse', join(BENCH, 'lighthouse'))}`,
  ];
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, ${process.platform} ${release()}`;
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit()}; ${machine}; ${versions.join(', ')}.`;
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
