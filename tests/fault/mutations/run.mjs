import { appendFileSync } from 'node:fs';
import { ensureBuilt } from '../../../lib/build/ensure-built.mjs';
import { ProjectCopy } from '../../support/project-copy.mjs';
import { MUTATIONS } from './mutations.mjs';

/** `npm run test:mutations` breaks each guarantee in a copy of the project and expects the test of that guarantee to fail. */

await ensureBuilt();
const copy = new ProjectCopy();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.once('exit', () => copy.remove());

const guards = new Map(
  MUTATIONS.map((mutation) => [`${mutation.suite} ${mutation.test} ${mutation.on}`, mutation]),
);
for (const guard of guards.values()) {
  const { status, message } = copy.test(guard);
  if (status !== 'passed') throw new Error(`Without any mutation “${guard.test}”: ${status}\n${message}`);
}

let missed = 0;
for (const mutation of MUTATIONS) {
  const undo = copy.mutate(mutation);
  if (mutation.isBuilt) copy.build();
  const { status, message } = copy.test(mutation);
  undo();
  const isCaught = status === 'failed' && message.includes(mutation.says);
  if (!isCaught) missed++;
  const measured = isCaught ? `caught by “${mutation.test}”` : `NOT caught: ${status}`;
  process.stdout.write(`${mutation.name}: ${measured}\n${isCaught ? '' : message}`);
  const file = process.env.FAULT_FIGURES;
  if (file) {
    const figure = { topic: 'Guarantee mutations', guarantee: mutation.name, measured, seed: 0 };
    appendFileSync(file, `${JSON.stringify(figure)}\n`);
  }
}
process.exitCode = missed === 0 ? 0 : 1;
