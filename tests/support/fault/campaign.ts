import { appendFileSync } from 'node:fs';

/**
 * How far a fault suite goes: `npm test` runs a part of each campaign, `npm run test:soak` all of it, with the figures
 * written to tests/fault/RESULTS.md.
 */
export const IS_SOAK = process.env.FAULT_SCALE === 'soak';

/** A number of cases, kills or calls: so many inside `npm test`, so many under `npm run test:soak`. */
export const size = (inTest: number, inSoak: number): number => (IS_SOAK ? inSoak : inTest);

/** The seed of everything random in a suite; a run with the same FAULT_SEED makes the same cases. */
export const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(SEED)) throw new Error('FAULT_SEED must be a whole number.');
process.stdout.write(`FAULT_SEED=${SEED} makes the cases of this suite again.\n`);

/** A small generator of numbers from 0 up to, not including, `below`: the same ones for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    // The mulberry32 generator: good enough to spread cases, and one line to read.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/**
 * States what was seen, for people and for RESULTS.md. `topic` is the suite's heading there, `promise` what was to be
 * shown, `seen` the figures. Call it after the assertions.
 */
export function figure(topic: string, promise: string, seen: string): void {
  process.stdout.write(`${topic}: ${promise}: ${seen}\n`);
  const file = process.env.FAULT_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify({ topic, promise, seen, seed: SEED })}\n`);
}
