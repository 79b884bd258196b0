import { expect, test } from 'vitest';
import { figure, IS_SOAK, SEED, size } from '@/tests/support/fault/campaign';
import { simulation } from './run.mjs';

/** The seeds of `npm test` are always the same: what they find was broken by the change. */
const FIRST = IS_SOAK ? SEED : 1;
const SEEDS = size(50, 10_000);

test('no seed breaks a promise', async () => {
  const { search } = await simulation();
  expect(await search(FIRST, FIRST + SEEDS - 1, 1)).toEqual([]);
  figure('Simulation', 'I1–I5, I7, I9, I11, and what each client was told', `${SEEDS} seeds`);
}, 7_200_000);
