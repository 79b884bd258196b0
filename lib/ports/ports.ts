import type { Directory } from './directory';
import type { Mailer } from './mailer';
import type { Passwords } from './passwords';
import type { ReportHolds } from './report-holds';
import type { Secrets } from './secrets';
import type { Store } from './store';
import type { UnsubscribeTokens } from './unsubscribe-tokens';
import type { Vault } from './vault';
import type { WebhookSender } from './webhook-sender';

/** The ports that every service takes as its first argument. */
export type Ports = {
  readonly store: Store;
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly secrets: Secrets;
  readonly holds: ReportHolds;
  readonly vault: Vault;
  readonly unsubscribeTokens: UnsubscribeTokens;
  /** `null` without SMTP_URL. */
  readonly mailer: Mailer | null;
  readonly webhooks: WebhookSender;
};
