import { Violation } from './facts';
import { type Plan, planOf } from './plan';
import { World } from './world';

/** `failure` is what was broken. */
async function run(plan: Plan) {
  const world = new World(plan);
  const error = (await world.run().catch((thrown) => thrown)) ?? world.error;
  const isBroken = error instanceof Violation;
  const failure = isBroken ? error : { check: 'error', message: String(error?.stack ?? error) };
  return { plan, trace: world.scheduler.trace, failure: error === null ? null : failure };
}

/** The first seeds that fail, at most `max`, with what they break and their traces. */
export async function search(from: number, until: number, max = 3): Promise<string[]> {
  const failures: string[] = [];
  for (let seed = from; seed <= until && failures.length < max; seed++) {
    const { failure, trace } = await run(planOf(seed));
    const again = `Run it again, and shorter: node tests/sim/run.mjs ${seed}`;
    if (failure !== null) failures.push([`Seed ${seed}: ${failure.message}`, again, ...trace].join('\n'));
  }
  return failures;
}

/** The trace of a seed; of one that fails, with the actions alone that the failure needs. */
export async function report(seed: number): Promise<string> {
  let least = await run(planOf(seed));
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
