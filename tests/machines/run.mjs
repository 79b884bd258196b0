import { appendFileSync } from 'node:fs';
import { goTheWay } from './journey.mjs';
import { Machine } from './machine.mjs';

/** Goes the README's way on every machine (README.md); all are tried, also after one has failed. */

/** @typedef {import('./machine.mjs').Kind} Kind */

const NEW = ['22', '24', '26'];
const STARTS = 12;

/** @type {readonly Kind[]} */
const MACHINES = [
  // In CI. Twelve starts, because a driver that aborts at the end does so in most of them.
  { node: '24', manager: 'npm@12', starts: STARTS },
  ...NEW.flatMap((node) =>
    ['npm@10', 'npm@11', 'npm@12', 'pnpm@10'].map((manager) => ({ node, manager })),
  ).filter(({ node, manager }) => node !== '24' || manager !== 'npm@12'),
  ...NEW.map((node) => ({ node, manager: 'npm@10', options: ['--ignore-scripts'] })),
  { node: '22', manager: 'npm@10', isProduction: true },
  { node: '24', manager: 'npm@12', isProduction: true },
  { node: '26', manager: 'npm@11', isProduction: true },
  { node: '20', manager: 'npm@10', hasClients: true },
  { node: '20', manager: 'npm@11' },
  { node: '20', manager: 'npm@10', isProduction: true },
];

const nameOf = (/** @type {Kind} */ { node, manager, options = [], isProduction = false }) =>
  ['Node.js', node, manager.replace('@', ' '), ...options, ...(isProduction ? ['production'] : [])].join(' ');

const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith('--'));
const machines = MACHINES.slice(0, args.includes('--short') ? 1 : undefined).filter((kind) =>
  filters.every((filter) => nameOf(kind).split(/[ @]/).includes(filter)),
);

let failures = 0;
for (const kind of machines) {
  const name = nameOf(kind);
  process.stdout.write(`${name} …\n`);
  const machine = new Machine(kind);
  try {
    const { installSeconds, disk, downloads, starts } = await goTheWay(machine, kind);
    const measured = `installed in ${installSeconds} s, ${downloads} MB downloaded, ${disk} MB on disk; ${starts} of ${starts} starts clean`;
    process.stdout.write(`${name}: ${measured}\n`);
    if (process.env.FAULT_FIGURES !== undefined) {
      const line = {
        topic: 'Machines',
        guarantee: name,
        measured,
        seed: Number(process.env.FAULT_SEED ?? 0),
      };
      appendFileSync(process.env.FAULT_FIGURES, `${JSON.stringify(line)}\n`);
    }
  } catch (error) {
    failures++;
    process.stdout.write(`${name}: FAILED. ${error instanceof Error ? error.message : error}\n`);
  } finally {
    machine.remove();
  }
}
process.stdout.write(`${machines.length - failures} of ${machines.length} machines: all steps done.\n`);
process.exitCode = failures === 0 && machines.length > 0 ? 0 : 1;
