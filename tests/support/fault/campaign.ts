import { appendFileSync } from 'node:fs';
import { seeded } from '../random';

/**
 * The extent of a fault suite: `npm run test:all` runs its short form, `npm run test:soak` the full one,
 * which writes its figures to tests/fault/RESULTS.md.
 */
export const IS_SOAK = process.env.FAULT_SCALE === 'soak';

/** The number of cases, kills or calls: `inTest` in the short form, `inSoak` in the full one. */
export const size = (inTest: number, inSoak: number): number => (IS_SOAK ? inSoak : inTest);

/** The random seed of a suite; the same FAULT_SEED gives the same cases. */
export const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(SEED)) throw new Error('FAULT_SEED must be a whole number.');
process.stdout.write(`FAULT_SEED=${SEED} repeats the cases of this suite.\n`);

/** A seeded generator of integers from 0 to `below` - 1. */
export function randomFrom(seed: number): (below: number) => number {
  const random = seeded(seed);
  return (below) => Math.floor(random() * below);
}

/**
 * Prints a figure and records it for RESULTS.md: `topic` is the heading there, and `guarantee` the key of the row. Call it
 * after the assertions.
 */
export function figure(topic: string, guarantee: string, measured: string): void {
  process.stdout.write(`${topic}: ${guarantee}: ${measured}\n`);
  const file = process.env.FAULT_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ topic, guarantee, measured, seed: SEED })}\n`);
}
