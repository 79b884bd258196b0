import { createApi } from '@/lib/api/api';
import { secrets } from '@/lib/auth/secrets';
import { openSqliteStorage } from '@/lib/data/open-storage';
import { WakeSignal } from '@/lib/jobs/job';
import { createJobs } from '@/lib/jobs/list';
import { startJobs } from '@/lib/jobs/runner';
import { timers } from '@/lib/jobs/timers';
import type { Ports } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { createReportHolds } from '@/lib/services/calls/report';
import { VoteInbox } from '@/lib/services/votes/inbox';
import { setTimeout, simulatedRandom } from './machine';
import type { Process } from './scheduler';

const HOLD_MAX_MS = 2_000;
const VOTES_GATHERED_MS = 50;
/** Jobs that are not waited for run less often than in the service, as each run costs a seed time. */
const RARE_MS = 400_000;
const PROMPT = new Map([
  ['renew-lease', 35_000],
  ['find-silent-bots', 50_000],
  ['fold-history', 100_000],
  ['route-events', 50_000],
  ['deliver-webhooks', 50_000],
]);

export type Options = {
  readonly process: Process;
  readonly file: string;
  readonly nowMs: () => number;
  readonly webhooks: Ports['webhooks'];
  /** Called for an error that nobody expects. */
  readonly fail: (error: unknown) => void;
};

/** One process of the service, from its start until it is killed; joined as lib/container.ts does. */
export type Instance = Awaited<ReturnType<typeof startInstance>>;

export async function startInstance({ process, file, nowMs, webhooks, fail }: Options) {
  const unexpected = (error: unknown) => {
    if (process.isAlive && !isStorageUnavailable(error)) fail(error);
  };
  const eventStored = new WakeSignal();
  const { store, directory } = await openSqliteStorage(file, {
    ...{ nowMs, poolMax: 1, open: (step) => step(), onConnectionLost: fail, onCheckpointError: fail },
    onEvents: eventStored.set,
  });
  const ports: Ports = {
    ...{ store, directory, secrets, webhooks, mailer: null },
    holds: createReportHolds({ maxMs: HOLD_MAX_MS, ...timers }),
    vault: { seal: (text) => text, open: (text) => text },
    // The library for signatures reads the real clock. Nothing that is simulated signs in.
    voteProofs: { check: () => null },
    ...({} as Pick<Ports, 'passwords' | 'unsubscribeTokens'>),
  };
  const inbox = new VoteInbox(ports, () => new Promise((resolve) => setTimeout(resolve, VOTES_GATHERED_MS)));
  const api = createApi({
    ...ports,
    ...{ hashKey: secrets.hash, newRequestId: secrets.newId, onError: unexpected },
    votes: { ports, inbox },
  });
  const jobs = createJobs({ auditSignInDays: 90, appUrl: undefined }, { eventStored, voteInbox: inbox }).map(
    (job) => ({ ...job, everyMs: Math.max(job.everyMs, PROMPT.get(job.name) ?? RARE_MS) }),
  );
  const runJobs = () => startJobs(jobs, ports, { random: simulatedRandom, onError: unexpected });
  return { process, ports, api, runJobs };
}
