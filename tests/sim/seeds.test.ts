import { expect, test } from 'vitest';
import { figure, IS_SOAK, SEED, size } from '@/tests/support/fault/campaign';
import { SIMULATED } from './mutations.mjs';
import { simulation } from './run.mjs';

/** The seeds of `npm test` are always the same: what they find was broken by the change. */
const FIRST = IS_SOAK ? SEED : 1;
const SEEDS = size(50, 10_000);
const TWICE_EACH = size(25, 5);

test('no seed breaks a promise, and some run twice in the same way', async () => {
  const { search } = await simulation();
  expect(await search(FIRST, FIRST + SEEDS - 1, 1, TWICE_EACH)).toEqual([]);
  figure('Simulation', 'I1–I5, I7, I9, I11, and what each client was told', `${SEEDS} seeds`);
}, 7_200_000);

test('a defect is found, and its seed is reduced to the actions that it needs', async () => {
  const defect = SIMULATED.find(({ name }) => name.startsWith('Retry-After'));
  const { hunt, report } = await simulation(defect?.edits);
  const found = await hunt(50);
  const { hasFailed, text } = await report(found?.seed ?? 0);
  expect(hasFailed).toBe(true);
  expect(text).toContain(`node tests/sim/run.mjs ${found?.seed}\n`);
  const [, needed] = /^(\d+) of \d+ actions are needed/m.exec(text) ?? [];
  // A report that is accepted, and one that is too early.
  expect(Number(needed)).toBeLessThanOrEqual(2);
  expect(text.trimEnd().split('\n').at(-1)).toMatch(
    /^Retry-After: a\d+ is due in \d+ ms, and was told \d+ ms$/,
  );
}, 600_000);
