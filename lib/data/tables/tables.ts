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

/**
 * All tables over one connection or transaction, written once for both databases. `aside` is for what looks at a whole
 * table: it may take long, and where that would hold up others it has a place of its own.
 */
export const tablesOn = (db: Kysely<Schema>, aside = db): Tables => ({
  users: users(db, aside),
  bots: bots(db, aside),
  keys: keys(db, aside),
  audit: auditLog(db, aside),
  setupTokens: setupTokens(db),
  sessions: sessions(db),
  signInAttempts: signInAttempts(db),
  identities: identities(db),
});
