import { planOf } from './plan';
import { described, run, runSeed } from './seeds';

/** What run.mjs and find-mutations.mjs do with the simulation. */

/** Runs the seeds from one to another: the first ones of each check that is broken. */
export async function search(
  from: number,
  until: number,
): Promise<{ readonly hasFailed: boolean; readonly text: string }> {
  const found = new Map<string, string[]>();
  for (let seed = from; seed <= until; seed++) {
    const { failure } = await run(planOf(seed));
    if (failure !== null)
      found.set(failure.check, [...(found.get(failure.check) ?? []), `Seed ${seed}: ${failure.message}`]);
  }
  const checks = [...found].map(
    ([check, seeds]) => `${check}, ${seeds.length} seeds:\n${seeds.slice(0, 3).join('\n')}`,
  );
  const text = [`${until - from + 1} seeds were run.`, ...checks].join('\n');
  return { hasFailed: found.size > 0, text };
}

/** The trace of a seed; of one that fails, what is needed for it. */
export async function report(seed: number): Promise<{ readonly hasFailed: boolean; readonly text: string }> {
  const ran = await runSeed(seed);
  if (ran.failure !== null) return { hasFailed: true, text: await described(ran) };
  return { hasFailed: false, text: `${ran.trace.join('\n')}\nNothing is broken.` };
}

/** How many seeds it takes until one fails, and what it breaks; `null` if none of `max` does. */
export async function hunt(max: number): Promise<{ readonly seeds: number; readonly check: string } | null> {
  for (let seed = 1; seed <= max; seed++) {
    const { failure } = await run(planOf(seed));
    if (failure !== null) return { seeds: seed, check: failure.check };
  }
  return null;
}
