import { afterEach, beforeEach } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import { ANONYMOUS, OPERATOR, type Principal, type Role } from '@/lib/domain/principal';
import type { Ports } from '@/lib/services/ports';
import type { Result } from '@/lib/services/result';
import { BOT_ID, OTHER_BOT_ID, T0 } from './accounts';
import type { TestDatabase } from './database-kind';
import { type Registered, register } from './fixtures';
import { sqlite } from './sqlite-database';

/** Everyone who may ask for something: `owner` owns BOT_ID, `other` owns OTHER_BOT_ID, `key` is BOT_ID's program. */
export const CAST = {
  operator: OPERATOR,
  admin: { kind: 'person', userId: 'admin', role: 'admin' },
  owner: { kind: 'person', userId: 'owner', role: 'owner' },
  other: { kind: 'person', userId: 'other', role: 'owner' },
  key: { kind: 'key', botId: BOT_ID },
  anonymous: ANONYMOUS,
} as const satisfies Record<string, Principal>;
export type CastName = keyof typeof CAST;
export const CAST_NAMES = Object.keys(CAST) as CastName[];

export const emailOf = (name: CastName): string => `${name}@example.org`;

/** The services on a real database, in which the cast is. */
export type Stage = {
  readonly db: TestDatabase;
  readonly ports: Ports;
  readonly bot: Registered;
  readonly otherBot: Registered;
  /** The entries since the stage was set, oldest first, as stored. */
  readonly audit: () => Promise<Audited[]>;
};

export type Audited = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

export async function setStage(isEmpty = false): Promise<Stage> {
  const db = await sqlite.create();
  const { store, directory } = await db.connect();
  const ports: Ports = { store, directory, passwords, secrets };
  const people: [CastName, Role][] = isEmpty
    ? []
    : [
        ['admin', 'admin'],
        ['owner', 'owner'],
        ['other', 'owner'],
      ];
  for (const [id, role] of people) {
    const user = { id, email: emailOf(id), name: id, role, isDisabled: false, createdAtMs: T0 };
    await directory.write(({ users }) => users.insert(user, null));
  }
  const none = { botId: '', keyId: '', keyHash: '', key: '' };
  return {
    db,
    ports,
    bot: isEmpty ? none : await register(directory, { ownerId: 'owner' }),
    otherBot: isEmpty ? none : await register(directory, { id: OTHER_BOT_ID, ownerId: 'other' }),
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

/** A stage of its own for each test of a file. */
export function onStage(isEmpty = false): () => Stage {
  let stage: Stage | null = null;
  beforeEach(async () => {
    stage = await setStage(isEmpty);
  });
  afterEach(async () => {
    await stage?.db.drop();
    stage = null;
  });
  return () => {
    if (stage === null) throw new Error('There is no stage outside a test.');
    return stage;
  };
}

/** What a service gave, which must not have been refused. */
export function accepted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.value;
}

/** `ok`, or the code of a refusal. */
export const verdictOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code);
