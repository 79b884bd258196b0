import type { Kysely } from 'kysely';
import type { Tables } from '@/lib/services/ports';
import type { Schema } from '../schema';
import { auditLog } from './audit-log';
import { bots } from './bots';
import { identities } from './identities';
import { keys } from './keys';
import { sessions } from './sessions';
import { setupTokens } from './setup-tokens';
import { signInAttempts } from './sign-in-attempts';
import { users } from './users';

/** All tables over one connection or transaction, written once for both databases. */
export const tablesOn = (db: Kysely<Schema>): Tables => ({
  users: users(db),
  bots: bots(db),
  keys: keys(db),
  audit: auditLog(db),
  setupTokens: setupTokens(db),
  sessions: sessions(db),
  signInAttempts: signInAttempts(db),
  identities: identities(db),
});
