import { afterAll, afterEach, beforeEach } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import type { Role } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { OTHER_BOT_ID, T0 } from './accounts';
import type { DatabaseKind, TestDatabase } from './database-kind';
import { register } from './fixtures';
import { insertSession, signedIn } from './signed-in';

export type TwoInstances = { readonly db: TestDatabase; readonly one: Ports; readonly two: Ports };

/** A new database for each test of a file, with two server instances on it. */
export function onTwoInstances(kind: DatabaseKind): () => TwoInstances {
  let context: TwoInstances | null = null;
  beforeEach(async () => {
    const db = await kind.create();
    const connect = async (): Promise<Ports> => ({ ...(await db.connect()), passwords, secrets });
    context = { db, one: await connect(), two: await connect() };
  });
  afterEach(async () => {
    await context?.db.drop();
    context = null;
  });
  afterAll(() => kind.stop());
  return () => {
    if (context === null) throw new Error('The instances exist only inside a test.');
    return context;
  };
}

/** Creates BOT_ID and OTHER_BOT_ID with their owners, two admins (`admin`, `second`) and two owners without bots. */
export async function addBotsAndPeople({ db, one }: TwoInstances): Promise<void> {
  await register(one.directory);
  await register(one.directory, { id: OTHER_BOT_ID });
  const people: [string, Role][] = [
    ['admin', 'admin'],
    ['second', 'admin'],
    ['neighbour', 'owner'],
    ['unowned', 'owner'],
  ];
  for (const [id, role] of people) {
    await db.run(`INSERT INTO users (id, email, name, role, password_hash, created_at_ms)
      VALUES ('${id}', '${id}@example.org', '${id}', '${role}', 'hash', ${T0})`);
    await insertSession(one.directory, signedIn(id, role));
  }
}
