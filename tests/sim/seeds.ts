import { createHash } from 'node:crypto';
import { Violation } from './must';
import { type Plan, planOf } from './plan';
import { World } from './world';

/** What run.mjs does with the simulation. */

type Run = {
  readonly plan: Plan;
  /** What was broken; `null` if nothing was. */
  readonly failure: { readonly check: string; readonly message: string } | null;
  readonly trace: readonly string[];
  /** The same for each run of a plan. */
  readonly digest: string;
};

async function run(plan: Plan): Promise<Run> {
  const world = new World(plan);
  const error = await world.run().then(
    () => world.error,
    (thrown) => thrown,
  );
  const { trace, steps } = world.scheduler;
  const text = JSON.stringify([trace, steps, world.database.commits]);
  const digest = createHash('sha256').update(text).digest('hex');
  if (error === null) return { plan, failure: null, trace, digest };
  const { message, stack } = error as Error;
  const isBroken = error instanceof Violation;
  const failure = isBroken ? { check: error.check, message } : { check: 'error', message: stack ?? message };
  return { plan, failure, trace, digest };
}

/** Runs a seed; `isTwice`: a difference between two runs is a failure of its own. */
async function runSeed(seed: number, isTwice: boolean): Promise<Run> {
  const first = await run(planOf(seed));
  const second = isTwice ? await run(planOf(seed)) : first;
  if (first.digest === second.digest) return first;
  const at = first.trace.findIndex((line, i) => line !== second.trace[i]);
  const message = `Two runs differ from line ${at} on:\n${first.trace[at]}\n${second.trace[at]}`;
  return { ...first, failure: { check: 'deterministic', message } };
}

/** A failing run without the actions that the failure does not need. */
async function shrunk(failed: Run): Promise<Run> {
  let least = failed;
  for (let part = failed.plan.actions.length; part >= 1; part = Math.floor(part / 2)) {
    for (let from = 0; from < least.plan.actions.length; ) {
      const { actions } = least.plan;
      const tried = await run({ ...least.plan, actions: actions.toSpliced(from, part) });
      if (tried.failure?.check === failed.failure?.check) least = tried;
      else from += part;
    }
  }
  return least;
}

/** How many of the seeds fail first, at most `max`; every `twiceEach`th one runs twice. Of each, what its reader needs. */
export async function search(from: number, until: number, max = 3, twiceEach = 5): Promise<string[]> {
  const failures: string[] = [];
  for (let seed = from; seed <= until && failures.length < max; seed++) {
    const ran = await runSeed(seed, seed % twiceEach === 0);
    if (ran.failure !== null) failures.push(await described(ran));
  }
  return failures;
}

/** The first seed that fails, and what it breaks; `null` if none of `max` does. */
export async function hunt(max: number): Promise<{ readonly seed: number; readonly message: string } | null> {
  for (let seed = 1; seed <= max; seed++) {
    const { failure } = await run(planOf(seed));
    if (failure !== null) return { seed, message: failure.message.split('\n')[0] ?? '' };
  }
  return null;
}

/** The trace of a seed; of one that fails, what is needed for it. */
export async function report(seed: number): Promise<{ readonly hasFailed: boolean; readonly text: string }> {
  const ran = await runSeed(seed, true);
  if (ran.failure !== null) return { hasFailed: true, text: await described(ran) };
  return { hasFailed: false, text: [...ran.trace, 'Nothing is broken.'].join('\n') };
}

async function described(failed: Run): Promise<string> {
  const { plan, failure } = failed;
  const least = failure?.check === 'deterministic' ? failed : await shrunk(failed);
  const { actions, ...world } = least.plan;
  return [
    `Seed ${plan.seed}: ${failure?.message}`,
    `Run it again: node tests/sim/run.mjs ${plan.seed}`,
    `${actions.length} of ${plan.actions.length} actions are needed, in ${JSON.stringify(world)}:`,
    ...least.trace,
    `${least.failure?.message}`,
  ].join('\n');
}
