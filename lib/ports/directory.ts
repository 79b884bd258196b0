import type { AccessLinks } from './access-links';
import type { AccessLog } from './access-log';
import type { AlertSettings } from './alert-settings';
import type { AuditLog } from './audit-log';
import type { Bots } from './bots';
import type { Deliveries } from './deliveries';
import type { Endpoints } from './endpoints';
import type { Events } from './events';
import type { Place, Turn } from './fair-reads';
import type { History } from './history';
import type { Identities } from './identities';
import type { Keys } from './keys';
import type { Mails } from './mails';
import type { Notices } from './notices';
import type { Notifications } from './notifications';
import type { Refusals } from './refusals';
import type { ServiceFacts } from './service-facts';
import type { Serving } from './serving';
import type { Sessions } from './sessions';
import type { SetupTokens } from './setup-tokens';
import type { SignInAttempts } from './sign-in-attempts';
import type { Silences } from './silences';
import type { Users } from './users';

/** The tables that a directory transaction can read and write. */
export type Tables = {
  readonly users: Users;
  readonly bots: Bots;
  readonly history: History;
  readonly keys: Keys;
  readonly audit: AuditLog;
  readonly setupTokens: SetupTokens;
  readonly accessLinks: AccessLinks;
  readonly sessions: Sessions;
  readonly signInAttempts: SignInAttempts;
  readonly identities: Identities;
  readonly access: AccessLog;
  readonly notices: Notices;
  readonly refusals: Refusals;
  readonly serving: Serving;
  readonly facts: ServiceFacts;
  readonly events: Events;
  readonly silences: Silences;
  readonly alertSettings: AlertSettings;
  readonly mails: Mails;
  readonly notifications: Notifications;
  readonly endpoints: Endpoints;
  readonly deliveries: Deliveries;
};

/**
 * The name of something that a write changes or relies on. Writes that hold the same lock run one after the other,
 * unless all of them share it. services/locks.ts has the names.
 */
export type Lock = { readonly name: string; readonly isShared: boolean };

/** Reads and writes other than metered calls. `nowMs` is the database's clock. Rejects with StorageUnavailable. */
export interface Directory {
  read<R>(work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R>;
  /**
   * Reads of bots' histories, which take long: a few run at a time, and subjects take turns. Once the client has hung
   * up, the read is stopped. Rejects with `tooManyReads` or `readStopped` too.
   */
  readHistory<R>(turn: Turn, work: (history: History, place: Place) => Promise<R>): Promise<R>;
  /** Runs `work` in one transaction; rolls back if it rejects. */
  write<R>(locks: readonly Lock[], work: (tables: Tables, nowMs: number) => Promise<R>): Promise<R>;
}
