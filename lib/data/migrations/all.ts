import { core } from './0001-core';
import { signIn } from './0002-sign-in';
import { history } from './0003-history';
import { keyRotation } from './0004-key-rotation';
import { access } from './0005-access';
import { refusals } from './0006-refusals';
import { botState } from './0007-bot-state';
import { reportHours } from './0008-report-hours';
import { heartbeats } from './0009-heartbeats';
import { accessLinks } from './0010-access-links';
import { events } from './0011-events';
import { mailIndexes } from './0012-mail-indexes';
import { disabledReason } from './0013-disabled-reason';
import { readEvents } from './0014-read-events';
import { repeatedMessages } from './0015-repeated-messages';
import { invitedOwners } from './0016-invited-owners';
import { planRequests } from './0017-plan-requests';
import { votes } from './0018-votes';
import { publicBots } from './0019-public-bots';
import { usageParts } from './0020-usage-parts';
import { marks } from './0021-marks';
import { digests } from './0022-digests';
import { removals } from './0023-removals';
import { voteBounds } from './0024-vote-bounds';
import { sentBodies } from './0025-sent-bodies';
import { dueHistories } from './0026-due-histories';
import { shownDeploys } from './0027-shown-deploys';
import { pins } from './0028-pins';
import { secondFactors } from './0029-second-factors';
import { botPeople } from './0030-bot-people';
import { readEventsOfPeople } from './0031-read-events';
import type { Migration } from './migration';

export const MIGRATIONS: readonly Migration[] = [
  core,
  signIn,
  history,
  keyRotation,
  access,
  refusals,
  botState,
  reportHours,
  heartbeats,
  accessLinks,
  events,
  mailIndexes,
  disabledReason,
  readEvents,
  repeatedMessages,
  invitedOwners,
  planRequests,
  votes,
  publicBots,
  usageParts,
  marks,
  digests,
  removals,
  voteBounds,
  sentBodies,
  dueHistories,
  shownDeploys,
  pins,
  secondFactors,
  botPeople,
  readEventsOfPeople,
];

/** Those of `migrations` that are pending for a schema at `version`. Throws if the schema is newer than this program. */
export function pendingMigrations(version: number, migrations = MIGRATIONS): readonly Migration[] {
  const newest = migrations.length;
  if (version > newest) {
    throw new Error(
      `The database has schema version ${version}, this program knows up to ${newest}: it was written by a newer Botmeter. Run that version or restore an older backup; nothing was changed.`,
    );
  }
  return migrations.slice(version);
}
