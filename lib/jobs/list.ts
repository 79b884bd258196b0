import { SERVING_RENEWAL_MS } from '@/lib/domain/silences/silence';
import { notifyOfBackups } from '@/lib/services/backups/notify';
import { makeDueDigests } from '@/lib/services/digests/make';
import { routeEvents } from '@/lib/services/events/route';
import { foldDue, PAUSE_MS } from '@/lib/services/history/fold';
import { pruneHistory } from '@/lib/services/history/prune';
import { recordExpiringKeys } from '@/lib/services/keys/record-expiring';
import { sendDueMails } from '@/lib/services/mails/send-due';
import { type Counting, countBots } from '@/lib/services/overview/overview';
import {
  pruneAccessLog,
  pruneDeliveries,
  pruneEvents,
  pruneMails,
  pruneRefusals,
} from '@/lib/services/prune';
import { finishRemovals } from '@/lib/services/removals/finish';
import { findSilentBots, renewLease } from '@/lib/services/silences/find';
import { repeatSilences } from '@/lib/services/silences/repeat';
import type { VoteInbox } from '@/lib/services/votes/inbox';
import { pruneVotes } from '@/lib/services/votes/purge';
import { backUpJob } from './back-up';
import { deliverWebhooksJob } from './deliver-webhooks';
import { type Job, WakeSignal } from './job';
import { watchdogJob } from './watchdog';

/** Records that this instance is serving; bots cannot fall silent while none is. */
export const renewLeaseJob: Job = { name: 'renew-lease', everyMs: SERVING_RENEWAL_MS, run: renewLease };

/** Deletes expired reports; each run continues where the last one ended. */
export function pruneHistoryJob(): Job {
  let afterBotId = '';
  return {
    name: 'prune-history',
    everyMs: 30_000,
    async run(ports, signal, aside) {
      afterBotId = await pruneHistory(ports, afterBotId, signal, aside);
    },
  };
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));

/** Folds old reports: those of six hours are found within a minute of their time. */
export const foldHistoryJob: Job = {
  name: 'fold-history',
  everyMs: 30_000,
  run: (ports, signal, aside) => foldDue(ports, { signal, pause, ...(aside && { aside }) }),
};

/** Deletes sign-ins and denials older than `days`. */
export const pruneAccessLogJob = (days: number): Job => ({
  name: 'prune-access-log',
  everyMs: 3_600_000,
  run: pruneAccessLog(days),
});

/** Deletes refusals that are no longer shown. */
export const pruneRefusalsJob: Job = {
  name: 'prune-refusals',
  everyMs: 600_000,
  run: pruneRefusals,
};

/** Counts the bots by state for the admins' overview; each run continues where the last one ended. */
export function countBotsJob(): Job {
  let counting: Counting | null = null;
  return {
    name: 'count-bots',
    everyMs: 60_000,
    async run(ports, signal) {
      counting = await countBots(ports, counting, signal);
    },
  };
}

/** Tells owners of keys that expire soon. */
export const recordExpiringKeysJob: Job = {
  name: 'record-expiring-keys',
  everyMs: 600_000,
  run: recordExpiringKeys,
};

/** Deletes events that are no longer kept. */
export const pruneEventsJob: Job = { name: 'prune-events', everyMs: 600_000, run: pruneEvents };

/** Detects bots that stopped reporting, within a minute. */
export const findSilentBotsJob: Job = {
  name: 'find-silent-bots',
  everyMs: 20_000,
  run: (ports, signal, aside) => findSilentBots(ports, signal, aside),
};

/** Sends messages about silences that last again, to whom chose that. */
const repeatSilencesJob: Job = {
  name: 'repeat-silences',
  everyMs: 60_000,
  run: repeatSilences,
};

/** Makes the digests of a week or a month. */
const makeDigestsJob: Job = { name: 'make-digests', everyMs: 60_000, run: makeDueDigests };

/** Sends the mails that are due. */
export const sendMailsJob: Job = { name: 'send-mails', everyMs: 3_000, run: sendDueMails };

/** Tells admins of backups that fail. */
const notifyOfBackupsJob: Job = { name: 'notify-of-backups', everyMs: 60_000, run: notifyOfBackups };

/** Deletes old mails. */
export const pruneMailsJob: Job = { name: 'prune-mails', everyMs: 3_600_000, run: pruneMails };

/** Creates the deliveries and mails of events: `wake` is set when one is stored, `routed` when it has deliveries. */
export const routeEventsJob = (wake: WakeSignal, routed: WakeSignal): Job => ({
  name: 'route-events',
  everyMs: 1_000,
  wake,
  async run(ports, signal, aside) {
    if (await routeEvents(ports, signal, aside)) routed.set();
  },
});

/** Deletes the rows of bots, webhooks and voters that were removed. */
const finishRemovalsJob: Job = {
  name: 'finish-removals',
  everyMs: 2_000,
  run: (ports, signal, aside) => finishRemovals(ports, signal, aside, pause),
};

/** Deletes old deliveries. */
export const pruneDeliveriesJob: Job = {
  name: 'prune-deliveries',
  everyMs: 3_600_000,
  run: pruneDeliveries,
};

/** The environment settings of jobs. */
type JobSettings = { readonly auditSignInDays: number; readonly appUrl: string | undefined };

/** Deletes old votes, of which counts stay. */
const pruneVotesJob: Job = { name: 'prune-votes', everyMs: 600_000, run: pruneVotes };

/** Writes how many signatures of bot lists were refused. */
const recordRefusedVotesJob = (inbox: VoteInbox): Job => ({
  name: 'record-refused-votes',
  everyMs: 10_000,
  run: () => inbox.writeRefused(),
  end: () => inbox.writeRefused(),
});

type JobOptions = {
  /** Set when this process has stored an event. */
  readonly eventStored: WakeSignal;
  readonly voteInbox: VoteInbox;
  /** Only with BACKUP_DIR. */
  readonly backUp?: Parameters<typeof backUpJob>[0] | undefined;
  /** Only with WATCHDOG_URL. */
  readonly watchdog?: Parameters<typeof watchdogJob>[0] | undefined;
};

/** Creates all jobs. */
export function createJobs(
  { auditSignInDays, appUrl }: JobSettings,
  { eventStored, backUp, watchdog, voteInbox }: JobOptions,
): readonly Job[] {
  const routed = new WakeSignal();
  return [
    renewLeaseJob,
    pruneHistoryJob(),
    foldHistoryJob,
    pruneAccessLogJob(auditSignInDays),
    pruneRefusalsJob,
    countBotsJob(),
    recordExpiringKeysJob,
    pruneEventsJob,
    findSilentBotsJob,
    repeatSilencesJob,
    makeDigestsJob,
    sendMailsJob,
    pruneMailsJob,
    routeEventsJob(eventStored, routed),
    deliverWebhooksJob({ origin: appUrl ?? null, random: Math.random, wake: routed }),
    pruneDeliveriesJob,
    pruneVotesJob,
    finishRemovalsJob,
    recordRefusedVotesJob(voteInbox),
    ...(backUp === undefined ? [] : [backUpJob(backUp), notifyOfBackupsJob]),
    ...(watchdog === undefined ? [] : [watchdogJob(watchdog)]),
  ];
}
