import { countBotsJob } from './count-bots';
import { findSilentBotsJob } from './find-silent-bots';
import { foldHistoryJob } from './fold-history';
import type { Job } from './job';
import { pruneAccessLogJob } from './prune-access-log';
import { pruneEventsJob } from './prune-events';
import { pruneHistoryJob } from './prune-history';
import { pruneMailsJob } from './prune-mails';
import { pruneRefusalsJob } from './prune-refusals';
import { renewLeaseJob } from './renew-lease';
import { sendMailsJob } from './send-mails';
import { tellExpiringKeysJob } from './tell-expiring-keys';

/** The environment settings of jobs. */
export type JobSettings = { readonly auditSignInDays: number };

/** Creates all jobs. */
export const createJobs = ({ auditSignInDays }: JobSettings): readonly Job[] => [
  renewLeaseJob,
  pruneHistoryJob(),
  foldHistoryJob(),
  pruneAccessLogJob(auditSignInDays),
  pruneRefusalsJob(),
  countBotsJob(),
  tellExpiringKeysJob(),
  pruneEventsJob(),
  findSilentBotsJob,
  sendMailsJob(),
  pruneMailsJob(),
];
