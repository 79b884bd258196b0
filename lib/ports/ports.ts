import type { Directory } from './directory';
import type { Mailer } from './mailer';
import type { Passwords } from './passwords';
import type { ReportHolds } from './report-holds';
import type { Secrets } from './secrets';
import type { Store } from './store';

/** The ports that every service takes as its first argument. */
export type Ports = {
  readonly store: Store;
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly secrets: Secrets;
  readonly holds: ReportHolds;
  /** `null` without SMTP_URL. */
  readonly mailer: Mailer | null;
};
