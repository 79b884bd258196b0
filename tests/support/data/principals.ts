import { readFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';
import { ANONYMOUS, type Caller, OPERATOR, type Role } from '@/lib/domain/people/caller';
import type { Directory, Ports } from '@/lib/ports/ports';
import { BOT_ID, OTHER_BOT_ID, T0 } from './accounts';
import { sqlite, type TestDatabase } from './databases';
import { insertSession, type Registered, register, signedIn } from './fixtures';
import { OTHER_PORTS } from './ports';

/** A caller of every kind: `owner` owns BOT_ID, `other` owns OTHER_BOT_ID, `key` is BOT_ID's API key. */
export const PRINCIPALS = {
  operator: OPERATOR,
  admin: signedIn('admin', 'admin'),
  owner: signedIn('owner', 'owner'),
  other: signedIn('other', 'owner'),
  key: { kind: 'key', botId: BOT_ID, keyHash: '' },
  anonymous: ANONYMOUS,
} as const satisfies Record<string, Caller>;
export type PrincipalName = keyof typeof PRINCIPALS;

export const emailOf = (name: PrincipalName): string => `${name}@example.org`;

/** The ports on a real SQLite database that holds the principals and their bots. */
export type ServiceContext = {
  readonly db: TestDatabase;
  readonly ports: Ports;
  readonly bot: Registered;
  readonly otherBot: Registered;
  /** The audit log entries so far, oldest first. */
  readonly audit: () => Promise<Audited[]>;
};

export type Audited = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

type Prepared = { readonly content?: Buffer; readonly bot: Registered; readonly otherBot: Registered };
const NONE = { botId: '', keyId: '', keyHash: '', key: '' };
const EMPTY: Prepared = { bot: NONE, otherBot: NONE };
let prepared: Promise<Prepared> | undefined;

/** Adds the principals with their sessions and the two bots. */
export async function addPrincipals(directory: Directory): Promise<[bot: Registered, otherBot: Registered]> {
  const people: [PrincipalName, Role][] = [
    ['admin', 'admin'],
    ['owner', 'owner'],
    ['other', 'owner'],
  ];
  for (const [id, role] of people) {
    const user = { id, email: emailOf(id), name: id, role, isDisabled: false, createdAtMs: T0 };
    await directory.write([], ({ users }) => users.insert(user, null));
    await insertSession(directory, signedIn(id, role));
  }
  return [
    await register(directory, { ownerId: 'owner' }),
    await register(directory, { id: OTHER_BOT_ID, ownerId: 'other' }),
  ];
}

/** The file of a database with the principals and their bots: to copy it takes a part of the time of writing them. */
async function prepare(): Promise<Prepared> {
  const db = await sqlite.create();
  const { directory } = await db.connect();
  const [bot, otherBot] = await addPrincipals(directory);
  await db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  const content = readFileSync(db.file);
  await db.drop();
  return { content, bot, otherBot };
}

async function createContext(isEmpty = false): Promise<ServiceContext> {
  prepared ??= prepare();
  const { content, bot, otherBot } = isEmpty ? EMPTY : await prepared;
  const db = await sqlite.create(content);
  const { store, directory } = await db.connect();
  const ports: Ports = { ...OTHER_PORTS, store, directory };
  return {
    db,
    ports,
    bot,
    otherBot,
    async audit() {
      const rows = await db.rows(
        'SELECT actor, action, subject, before_json, after_json FROM audit_log ORDER BY id',
      );
      const parsed = (json: unknown) => (typeof json === 'string' ? JSON.parse(json) : null);
      return rows.map((row) => ({
        actor: String(row.actor),
        action: String(row.action),
        subject: String(row.subject),
        before: parsed(row.before_json),
        after: parsed(row.after_json),
      }));
    },
  };
}

/** Creates a new context for each test of a file; `isEmpty` leaves out people and bots. */
export function contextForEachTest(isEmpty = false): () => ServiceContext {
  let context: ServiceContext | null = null;
  beforeEach(async () => {
    context = await createContext(isEmpty);
  });
  afterEach(async () => {
    await context?.db.drop();
    context = null;
  });
  return () => {
    if (context === null) throw new Error('The context exists only inside a test.');
    return context;
  };
}
