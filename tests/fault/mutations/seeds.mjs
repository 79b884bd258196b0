import { appendFileSync } from 'node:fs';
import { simulation } from '../../sim/run.mjs';
import { DEFECTS } from './mutations.mjs';

/** `node tests/fault/mutations/seeds.mjs [NAME]` looks for the first seed of the simulation that finds each defect that one must find. */

const SEEDS_MAX = 2_000;

const [name = ''] = process.argv.slice(2);
for (const { edits, ...defect } of DEFECTS.filter((each) => each.seeds && each.name.includes(name))) {
  const { search } = await simulation(edits);
  const [failure] = await search(1, SEEDS_MAX, 1);
  if (failure === undefined) process.exitCode = 1;
  const measured = failure?.split('\n')[0] ?? `not found by ${SEEDS_MAX} seeds`;
  process.stdout.write(`${defect.name}: ${measured}\n`);
  // What the soak writes to tests/fault/RESULTS.md.
  const row = { topic: 'Defects found by simulation', guarantee: defect.name, measured, seed: 1 };
  if (process.env.FAULT_FIGURES) appendFileSync(process.env.FAULT_FIGURES, `${JSON.stringify(row)}\n`);
}
