import { afterAll, afterEach, beforeEach } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import type { Role } from '@/lib/domain/user';
import type { Ports } from '@/lib/ports/ports';
import { T0 } from './accounts';
import type { DatabaseKind, TestDatabase } from './database-kind';

export type TwoInstances = { readonly db: TestDatabase; readonly one: Ports; readonly two: Ports };

/** A fresh database for each test of a file, with two programs on it. */
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
    if (context === null) throw new Error('There are no instances outside a test.');
    return context;
  };
}

/** A person past the services: `hash` for a password, `<id>@example.org` for an address. */
export const addPerson = ({ db }: Pick<TwoInstances, 'db'>, id: string, role: Role): Promise<void> =>
  db.run(`INSERT INTO users (id, email, name, role, password_hash, created_at_ms)
    VALUES ('${id}', '${id}@example.org', '${id}', '${role}', 'hash', ${T0})`);
