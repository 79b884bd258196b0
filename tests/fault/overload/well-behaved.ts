import { Agent, request } from 'node:http';
import type { TestBot } from '../../support/process/operator';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

/** A pause between two calls on a connection. */
const PAUSE_MS = 5;
/** A call that takes longer has failed. */
const ANSWER_MAX_MS = 10_000;

/** A percentile leaves out at least so many: 1 % of 150 calls is the one that met the start of an attack. */
const SLOWEST = 5;

export type Behaviour = {
  readonly calls: number;
  /** What was not answered 200. */
  readonly failures: readonly string[];
  readonly p99Ms: number;
  readonly maxMs: number;
};

/**
 * Two well-behaved clients at once, one on a kept-alive connection and one with a new connection for each call, for as
 * long as `work` takes. Neither tries anything again. Reports are those of `bots`, one each; all else is usage reads.
 */
export async function behaveDuring(
  port: number,
  bots: readonly TestBot[],
  work: () => Promise<void>,
): Promise<Readonly<Record<'kept' | 'fresh', Behaviour>>> {
  let isOver = false;
  let nextReport = 0;
  const run = async (agent: Agent | false): Promise<Behaviour> => {
    const latencies: number[] = [];
    const failures: string[] = [];
    while (!isOver) {
      const reporter = latencies.length % 4 === 0 ? bots[nextReport++] : undefined;
      const reader = bots[latencies.length % bots.length];
      if (reader === undefined) throw new Error('There are no bots.');
      const startedAt = performance.now();
      const failure = await call(port, agent, reporter ?? reader, reporter !== undefined);
      latencies.push(performance.now() - startedAt);
      if (failure !== null) failures.push(failure);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    latencies.sort((a, b) => a - b);
    const p99Ms =
      latencies[Math.min(Math.ceil(latencies.length * 0.99), latencies.length - SLOWEST) - 1] ?? 0;
    return { calls: latencies.length, failures, p99Ms, maxMs: latencies.at(-1) ?? 0 };
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const both = Promise.all([run(agent), run(false)]);
  try {
    await work();
  } finally {
    isOver = true;
  }
  const [kept, fresh] = await both;
  agent.destroy();
  return { kept, fresh };
}

/** Why a call failed, or `null`. */
function call(port: number, agent: Agent | false, bot: TestBot, isReport: boolean): Promise<string | null> {
  return new Promise((resolve) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, agent },
        ...(isReport ? { method: 'POST', path: REPORT_PATH } : { path: USAGE_PATH }),
        headers: { ...bearer(bot), ...(isReport && { 'Content-Type': 'application/json' }) },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.once('error', (error) => resolve(error.message));
        answer.once('end', () => resolve(answer.statusCode === 200 ? null : `${answer.statusCode} ${text}`));
      },
    );
    asked.setTimeout(ANSWER_MAX_MS, () => asked.destroy(new Error('No answer.')));
    asked.once('error', (error) => resolve(error.message));
    asked.end(isReport ? JSON.stringify(report(bot)) : undefined);
  });
}
