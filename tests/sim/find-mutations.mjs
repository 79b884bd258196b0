import { appendFileSync } from 'node:fs';
import { SIMULATED } from './mutations.mjs';
import { simulation } from './run.mjs';

/**
 * `node tests/sim/find-mutations.mjs [NAME]` puts each defect into the simulated code and counts the seeds until a promise is
 * seen to be broken; the soak writes them to tests/fault/RESULTS.md.
 */

const SEEDS_MAX = 2_000;
const [only = ''] = process.argv.slice(2);

let missed = 0;
for (const { name, edits } of SIMULATED.filter((each) => each.name.includes(only))) {
  const { hunt } = await simulation(edits);
  const found = await hunt(SEEDS_MAX);
  if (found === null) missed++;
  const measured = found === null ? `not found by ${SEEDS_MAX} seeds` : `seed ${found.seeds}: ${found.check}`;
  process.stdout.write(`${name}: ${measured}\n`);
  const file = process.env.FAULT_FIGURES;
  if (file)
    appendFileSync(
      file,
      `${JSON.stringify({ topic: 'Defects found by simulation', guarantee: name, measured, seed: 1 })}\n`,
    );
}
process.exitCode = missed === 0 ? 0 : 1;
