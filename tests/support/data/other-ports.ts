import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import { unsubscribeTokens } from '@/lib/auth/unsubscribe-tokens';
import { createVault } from '@/lib/auth/vault';
import { createWebhookSender } from '@/lib/delivery/webhook-sender';
import { timers } from '@/lib/jobs/timers';
import type { Ports } from '@/lib/ports/ports';
import { NO_HOLDS } from './report-holds';

const AUTH_SECRET = 'the secret of a test, 32 characters';

/** The ports that are no database. Webhooks reach loopback addresses only. */
export const OTHER_PORTS: Omit<Ports, 'store' | 'directory'> = {
  passwords,
  secrets,
  holds: NO_HOLDS,
  vault: createVault(AUTH_SECRET),
  unsubscribeTokens: unsubscribeTokens(AUTH_SECRET),
  mailer: null,
  webhooks: createWebhookSender({ allow: ['127.0.0.0/8'], version: '0.0.0', nowMs: Date.now, ...timers }),
};
