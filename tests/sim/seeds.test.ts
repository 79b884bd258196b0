import { expect, test } from 'vitest';
import { figure, IS_SOAK, SEED, size } from '@/tests/support/fault/campaign';
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
