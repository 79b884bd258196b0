import { createHash } from 'node:crypto';
import { Violation } from './facts';
import { type Plan, planOf } from './plan';
import { World } from './world';

/** What run.mjs does with the simulation. */

type Run = Awaited<ReturnType<typeof run>>;

/** `failure` is what was broken; `digest` the same for each run of a plan. */
async function run(plan: Plan) {
  const world = new World(plan);
  const error = await world.run().then(
    () => world.error,
    (thrown) => thrown,
  );
  const { trace, steps } = world.scheduler;
  const text = JSON.stringify([trace, steps, world.database.commits]);
  const { message, stack } = (error ?? {}) as Error;
  const isBroken = error instanceof Violation;
  const failure = {
    check: isBroken ? error.check : 'error',
    message: isBroken ? message : (stack ?? message),
  };
  const digest = createHash('sha256').update(text).digest('hex');
  return { plan, trace, digest, failure: error === null ? null : failure };
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

/** The first seeds that fail, at most `max`, with what they break and their traces; every `twiceEach`th one runs twice. */
export async function search(from: number, until: number, max = 3, twiceEach = 5): Promise<string[]> {
  const failures: string[] = [];
  for (let seed = from; seed <= until && failures.length < max; seed++) {
    const { failure, trace } = await runSeed(seed, seed % twiceEach === 0);
    if (failure === null) continue;
    const again = `Run it again, and shorter: node tests/sim/run.mjs ${seed}`;
    failures.push([`Seed ${seed}: ${failure.message}`, again, ...trace].join('\n'));
  }
  return failures;
}

/** The trace of a seed; of one that fails, with the actions alone that the failure needs. */
export async function report(seed: number): Promise<string> {
  let least = await runSeed(seed, true);
  const { failure } = least;
  for (let part = least.plan.actions.length; failure !== null && part >= 1; part = Math.floor(part / 2)) {
    for (let from = 0; from < least.plan.actions.length; ) {
      const tried = await run({ ...least.plan, actions: least.plan.actions.toSpliced(from, part) });
      if (tried.failure?.check === failure.check) least = tried;
      else from += part;
    }
  }
  return [...least.trace, least.failure?.message ?? 'Nothing is broken.'].join('\n');
}
