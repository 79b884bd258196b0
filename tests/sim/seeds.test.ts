import { expect, test } from 'vitest';
import { figure, IS_SOAK, SEED, size } from '@/tests/support/fault/campaign';
import { SIMULATED } from './mutations.mjs';
import { simulation } from './run.mjs';
import { described, runSeed } from './seeds';

/** The seeds of `npm test` are always the same: what they find was broken by the change. */
const FIRST = IS_SOAK ? SEED : 1;
const SEEDS = size(200, 10_000);

test('no seed breaks a promise, and each runs twice in the same way', async () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const ran = await runSeed(seed);
    if (ran.failure !== null) expect.fail(await described(ran));
  }
  figure('Simulation', 'I1–I5, I9, I11, and what each client was told', `${SEEDS} seeds, each twice`);
}, 3_600_000);

test('a defect is found, and its seed is reduced to the actions that it needs', async () => {
  const defect = SIMULATED.find(({ name }) => name.startsWith('vote counted on both'));
  const { hunt, report } = await simulation(defect?.edits);
  const found = await hunt(200);
  const { hasFailed, text } = await report(found?.seeds ?? 0);
  expect(hasFailed).toBe(true);
  expect(text).toContain(`node tests/sim/run.mjs ${found?.seeds}\n`);
  const [, needed] = /^(\d+) of \d+ actions are needed/m.exec(text) ?? [];
  // The same vote, sent twice.
  expect(Number(needed)).toBe(2);
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^I1 votes: the vote of user \d+ is stored 2 times$/);
});
