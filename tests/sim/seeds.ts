import { createHash } from 'node:crypto';
import { Violation } from './must';
import { type Plan, planOf } from './plan';
import { World } from './world';

/** How a run ended: `failure` is `null`, or what was broken. */
export type Run = {
  readonly plan: Plan;
  readonly failure: Failure | null;
  readonly trace: readonly string[];
  readonly digest: string;
};
type Failure = { readonly check: string; readonly message: string };

/** Runs a plan once. */
export async function run(plan: Plan): Promise<Run> {
  const world = new World(plan);
  let { error } = world;
  try {
    await world.run();
    error = world.error;
  } catch (thrown) {
    error = thrown;
  }
  const { trace, steps } = world.scheduler;
  const commits = world.database.commits.map(({ step, changes }) => [
    step,
    changes.map(({ table, id, after }) => [table, id, after]),
  ]);
  const digest = createHash('sha256')
    .update(JSON.stringify([trace, steps, commits]))
    .digest('hex');
  return { plan, failure: error === null ? null : failureOf(error), trace, digest };
}

const failureOf = (error: unknown): Failure => {
  const { message, stack } = error as Error;
  return error instanceof Violation
    ? { check: error.check, message }
    : { check: 'error', message: stack ?? message };
};

/** Runs a seed twice; a difference between the two is a failure of its own. */
export async function runSeed(seed: number): Promise<Run> {
  const first = await run(planOf(seed));
  const second = await run(planOf(seed));
  if (first.digest === second.digest) return first;
  const at = first.trace.findIndex((line, i) => line !== second.trace[i]);
  const message = `Two runs differ from line ${at} on:\n${first.trace[at]}\n${second.trace[at]}`;
  return { ...first, failure: { check: 'deterministic', message } };
}

/** What a failing seed needs: its actions without those that can be left out, one by one and in ever smaller parts. */
async function shrunk({ plan, failure }: Run): Promise<Run> {
  let least = await run(plan);
  const stillFails = async (actions: Plan['actions']) => {
    const tried = await run({ ...plan, actions });
    if (tried.failure?.check !== failure?.check) return false;
    least = tried;
    return true;
  };
  for (
    let part = Math.ceil(plan.actions.length / 2);
    part >= 1;
    part = part === 1 ? 0 : Math.ceil(part / 2)
  ) {
    for (let from = 0; from < least.plan.actions.length; ) {
      const { actions } = least.plan;
      const isLeftOut = await stillFails([...actions.slice(0, from), ...actions.slice(from + part)]);
      if (!isLeftOut) from += part;
    }
  }
  return least;
}

/** What a reader of a failure needs: the command that runs it again, the actions that matter, and their trace. */
export async function described(failed: Run): Promise<string> {
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
