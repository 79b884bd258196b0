import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { figure, IS_SOAK, SEED, size } from '@/tests/support/fault/campaign';

/** The seeds of `npm test` are always the same: what they find was broken by the change. */
const FIRST = IS_SOAK ? SEED : 1;
const SEEDS = size(50, 10_000);
/** SQLite keeps some descriptors of closed connections until its process ends. */
const SEEDS_PER_PROCESS = 1_000;

test('no seed breaks a promise', () => {
  for (let from = FIRST; from < FIRST + SEEDS; from += SEEDS_PER_PROCESS) {
    const until = Math.min(from + SEEDS_PER_PROCESS, FIRST + SEEDS) - 1;
    const { stdout, stderr } = spawnSync('node', ['tests/sim/run.mjs', `${from}`, `${until}`]);
    expect(`${stdout}${stderr}`).toBe('Nothing is broken.\n');
  }
  figure('Simulation', 'I1–I5, I7, I9, I11, and what each client was told', `${SEEDS} seeds`);
}, 7_200_000);
