import { countBotsJob } from './count-bots';
import { deliverWebhooksJob } from './deliver-webhooks';
import { findSilentBotsJob } from './find-silent-bots';
import { foldHistoryJob } from './fold-history';
import type { Job } from './job';
import { pruneAccessLogJob } from './prune-access-log';
import { pruneDeliveriesJob } from './prune-deliveries';
import { pruneEventsJob } from './prune-events';
import { pruneHistoryJob } from './prune-history';
import { pruneMailsJob } from './prune-mails';
import { pruneRefusalsJob } from './prune-refusals';
import { renewLeaseJob } from './renew-lease';
import { routeEventsJob } from './route-events';
import { sendMailsJob } from './send-mails';
import { tellExpiringKeysJob } from './tell-expiring-keys';
import { WakeSignal } from './wake-signal';

/** The environment settings of jobs. */
export type JobSettings = { readonly auditSignInDays: number; readonly appUrl: string | undefined };

/** Creates all jobs; `eventStored` is set when this process has stored an event. */
export function createJobs(
  { auditSignInDays, appUrl }: JobSettings,
  eventStored: WakeSignal,
): readonly Job[] {
  const routed = new WakeSignal();
  return [
    renewLeaseJob,
    pruneHistoryJob(),
    foldHistoryJob(),
    pruneAccessLogJob(auditSignInDays),
    pruneRefusalsJob,
    countBotsJob(),
    tellExpiringKeysJob,
    pruneEventsJob,
    findSilentBotsJob,
    sendMailsJob,
    pruneMailsJob,
    routeEventsJob(eventStored, routed),
    deliverWebhooksJob({ origin: appUrl ?? null, random: Math.random, wake: routed }),
    pruneDeliveriesJob,
  ];
}
