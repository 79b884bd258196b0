import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema';
import { bots } from './bots';
import { deliveries } from './deliveries';
import { events } from './events';
import { type FoldingSql, folding } from './folding';
import { type HistoryReads, history } from './history';
import { keys } from './keys';
import { accessLog, auditLog } from './logs';
import { mails } from './mails';
import { marks } from './marks';
import { notifications } from './notifications';
import { people } from './people';
import { planRequests } from './plan-requests';
import { refusals } from './refusals';
import { removals } from './removals';
import { secondFactors } from './second-factors';
import { accessLinks, identities, sessions, setupTokens, signInAttempts } from './sign-in';
import { serviceFacts, serving, silences } from './silences';
import { alertSettings, notices, users } from './users';
import { votes } from './votes';
import { webhooks } from './webhooks';

export type OwnSql = FoldingSql & {
  readonly unlockedRows: RawBuilder<unknown>;
  readonly databaseBytes: RawBuilder<number>;
  /** Bots and their rows are spread over a cluster. */
  readonly isSpread?: boolean;
};

const ON_SQLITE: OwnSql = {
  unlockedRows: sql``,
  greatest: sql`max`,
  least: sql`min`,
  lockedRow: sql``,
  withoutSync: sql``,
  databaseBytes: sql`(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())`,
};

/**
 * All tables over one connection or transaction, for both databases. `slowReads` runs queries over whole tables, on a
 * separate connection where they would block others. `unlockedRows` ends a select that skips rows which another
 * transaction has locked, and `databaseBytes` is the size of the database: each kind has its own. `historyReads` run queries
 * over the history of one bot.
 */
export const tablesOn = (
  db: Kysely<Schema>,
  slowReads = db,
  own: OwnSql = ON_SQLITE,
  historyReads: HistoryReads = { fast: db, slow: slowReads },
) => ({
  users: users(db, slowReads),
  bots: bots(db, slowReads, own.isSpread),
  history: history(db, slowReads, historyReads, own.isSpread),
  folding: folding(db, own),
  planRequests: planRequests(db),
  people: people(db),
  keys: keys(db, slowReads),
  audit: auditLog(db, slowReads),
  setupTokens: setupTokens(db),
  accessLinks: accessLinks(db, own.unlockedRows),
  sessions: sessions(db, own.unlockedRows),
  signInAttempts: signInAttempts(db, own.unlockedRows),
  identities: identities(db),
  secondFactors: secondFactors(db),
  access: accessLog(db, slowReads),
  notices: notices(db),
  refusals: refusals(db),
  serving: serving(db),
  facts: serviceFacts(db, own.databaseBytes),
  events: events(db),
  silences: silences(slowReads),
  alertSettings: alertSettings(db),
  mails: mails(db),
  notifications: notifications(db),
  webhooks: webhooks(db),
  deliveries: deliveries(db),
  votes: votes(db, slowReads, own.isSpread),
  removals: removals(db, own.isSpread),
  marks: marks(db),
});
