import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCitus } from './support/citus.mjs';

/**
 * `npm run test:soak [-- FILTER…]` runs the fault suites and the races of the API at full length, one after the other, the
 * contract on a cluster and behind a pooler, the simulation, the first start on every machine and the guarantee mutations, and
 * writes the figures to tests/fault/RESULTS.md. Filters are those of vitest (parts of file names), `races`, `damaged-backups`, `contract`,
 * `simulation`, `machines` and `mutations`; rows of suites that were not run stay.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(ROOT, 'tests/fault/RESULTS.md');

const folder = mkdtempSync(join(tmpdir(), 'botmeter-soak-'));
const figuresFile = join(folder, 'figures');
const seed = process.env.FAULT_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`Seed ${seed}; FAULT_SEED=${seed} makes the same cases again.\n`);

const filters = process.argv.slice(2);
const OTHERS = ['damaged-backups', 'contract', 'simulation', 'machines', 'mutations'];
const suites = filters.filter((filter) => !OTHERS.includes(filter));
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout', '3600000'];
const PROJECTS = ['durability', 'fault', 'outages', 'alone', ...(hasCitus ? ['spread'] : [])];
const SUITES = [...VITEST, ...PROJECTS.flatMap((name) => ['--project', name])];
const statuses = [
  ...(filters.length === 0 || suites.length > 0 ? [run([...SUITES, ...suites])] : []),
  ...(filters.length === 0 || filters.includes('races')
    ? [run([...VITEST, '--project', 'api', 'tests/api/races'])]
    : []),
  ...(filters.length === 0 || filters.includes('damaged-backups')
    ? [run([...VITEST, '--project', 'data', 'tests/data/damaged-backups'])]
    : []),
  ...(hasCitus && (filters.length === 0 || filters.includes('contract'))
    ? ['Citus', 'PgBouncer'].map((API_ON) => run([...VITEST, '--project', 'api'], { API_ON }))
    : []),
  ...(filters.length === 0 || filters.includes('simulation')
    ? [run([...VITEST, '--project', 'simulation'])]
    : []),
  ...(filters.length === 0 || filters.includes('machines') ? [run(['tests/machines/run.mjs'])] : []),
  ...(filters.length === 0 || filters.includes('mutations')
    ? [run(['tests/fault/mutations/seeds.mjs']), run(['tests/fault/mutations/run.mjs'])]
    : []),
];

/** The exit status of a part of the soak. */
function run(/** @type {readonly string[]} */ args, more = {}) {
  const env = { ...more, ...process.env, FAULT_SCALE: 'soak', FAULT_SEED: seed, FAULT_FIGURES: figuresFile };
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;
}

/** @type {{ topic: string, guarantee: string, measured: string, seed: number }[]} */
const figures = existsSync(figuresFile)
  ? readFileSync(figuresFile, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true });
writeFileSync(RESULTS, page(merged(former(), figures)));
process.exit(statuses.find((status) => status !== 0) ?? 0);

/**
 * The rows of RESULTS.md by topic and guarantee. @returns {Map<string, Map<string, string>>}
 */
function former() {
  const text = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [topic = '', ...lines] = section.split('\n');
      const rows = lines.filter((line) => line.startsWith('| ')).slice(1);
      return [topic, new Map(rows.map((row) => [row.split(' | ')[0]?.slice(2) ?? '', row]))];
    }),
  );
}

/** A run without filters replaces all rows; another keeps the rows that it did not measure. */
function merged(/** @type {ReturnType<typeof former>} */ topics, /** @type {typeof figures} */ added) {
  if (filters.length === 0) topics.clear();
  const day = new Date().toISOString().slice(0, 10);
  for (const { topic, guarantee, measured } of added) {
    const rows = topics.get(topic) ?? new Map();
    topics.set(topic, rows.set(guarantee, `| ${guarantee} | ${measured} | ${day} | ${seed} |`));
  }
  return topics;
}

function page(/** @type {ReturnType<typeof former>} */ topics) {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${process.platform} ${release()}, Node ${process.versions.node}`;
  const head = `# Results of the fault suites\n\nWritten by \`npm run test:soak\` (${machine}).\n`;
  const sections = [...topics].sort(([a], [b]) => a.localeCompare(b));
  const table = '| guarantee | measured | date | seed |\n|---|---|---|---|';
  return `${head}${sections.map(([topic, rows]) => `\n## ${topic}\n\n${table}\n${[...rows.values()].join('\n')}\n`).join('')}`;
}
