import type { Database } from 'better-sqlite3';
import type { AuditAction } from '@/lib/domain/audit';

/** Identifies a key to people. Never contains its hash. */
export type KeyRef = {
  readonly keyId: string;
  readonly botId: string;
  readonly name: string;
  readonly last4: string;
};

/** Access that was withdrawn after the backup and again by the restore: its kind, and whose it was. */
export type Withdrawn =
  | ({ readonly change: 'key-revoked' | 'key-expires-earlier' } & KeyRef)
  | { readonly change: 'bot-disabled' | 'bot-deleted' | 'bot-given-away'; readonly botId: string }
  | {
      readonly change: 'person-disabled' | 'person-deleted' | 'person-no-admin' | 'password-changed';
      readonly email: string;
    }
  | { readonly change: 'identity-removed'; readonly email: string; readonly provider: string };

type KeyRow = KeyRef & {
  readonly hash: string;
  readonly expires: number | null;
  readonly revoked: number | null;
};
type Disabled = { readonly id: string; readonly disabled: number };

/** The columns of a KeyRef. */
export const KEY = 'id AS keyId, bot_id AS botId, name, last4';

/**
 * Withdraws in `restored`, inside the caller's transaction, what `replaced` has withdrawn since the backup. Both may
 * have older schemas. Deleted bots and people come back disabled. `isContinued`: `replaced` is known to be the later
 * one; only then its passwords, roles and owners are applied.
 */
export function withdrawAgain(
  restored: Database,
  replaced: Database,
  isContinued: boolean,
  nowMs: number,
): Withdrawn[] {
  return [
    ...keys(restored, replaced),
    ...disabled(restored, replaced),
    ...deleted(restored, replaced, nowMs),
    ...identities(restored, replaced),
    ...(isContinued ? [...people(restored, replaced), ...owners(restored, replaced)] : []),
  ];
}

/** Keys that were revoked, or whose expiry was brought forward, as by a rotation. */
function keys(restored: Database, replaced: Database): Withdrawn[] {
  const columns = `${KEY}, hash, expires_at_ms AS expires, revoked_at_ms AS revoked`;
  const find = restored.prepare<[string, string], KeyRow>(
    `SELECT ${columns} FROM api_keys WHERE hash = ? AND id = ?`,
  );
  const set = restored.prepare('UPDATE api_keys SET revoked_at_ms = ?, expires_at_ms = ? WHERE hash = ?');
  const keepRotation = rotationFrom(replaced, restored);
  const ended = replaced.prepare<[], KeyRow>(
    `SELECT ${columns} FROM api_keys WHERE revoked_at_ms IS NOT NULL OR expires_at_ms IS NOT NULL`,
  );
  const changes: Withdrawn[] = [];
  for (const newer of ended.all()) {
    const key = find.get(newer.hash, newer.keyId);
    if (key === undefined) continue;
    const revoked = key.revoked ?? newer.revoked;
    const isRevoked = key.revoked !== revoked;
    const isEarlier = newer.expires !== null && (key.expires === null || newer.expires < key.expires);
    if (!isRevoked && !isEarlier) continue;
    set.run(revoked, isEarlier ? newer.expires : key.expires, key.hash);
    if (isEarlier) keepRotation(key.hash);
    changes.push({ change: isRevoked ? 'key-revoked' : 'key-expires-earlier', ...refOf(key) });
  }
  return changes;
}

/** Copies the rotation columns of a key, if both schemas have them. */
function rotationFrom(replaced: Database, restored: Database): (hash: string) => void {
  if (![replaced, restored].every((database) => hasColumn(database, 'own_expires_at_ms'))) return () => {};
  const find = replaced.prepare('SELECT rotated_at_ms, own_expires_at_ms, hash FROM api_keys WHERE hash = ?');
  const set = restored.prepare(
    'UPDATE api_keys SET rotated_at_ms = @rotated_at_ms, own_expires_at_ms = @own_expires_at_ms WHERE hash = @hash',
  );
  return (hash) => void set.run(find.get(hash));
}

const hasColumn = (database: Database, name: string): boolean =>
  database.prepare("SELECT 1 FROM pragma_table_info('api_keys') WHERE name = ?").get(name) !== undefined;

const refOf = ({ keyId, botId, name, last4 }: KeyRef): KeyRef => ({ keyId, botId, name, last4 });

function disabled(restored: Database, replaced: Database): Withdrawn[] {
  const those = (table: 'bots' | 'users') => {
    const set = restored.prepare(
      `UPDATE ${table} SET disabled_at_ms = ? WHERE id = ? AND disabled_at_ms IS NULL`,
    );
    return replaced
      .prepare<[], Disabled>(
        `SELECT id, disabled_at_ms AS disabled FROM ${table} WHERE disabled_at_ms IS NOT NULL`,
      )
      .all()
      .filter(({ id, disabled }) => set.run(disabled, id).changes > 0);
  };
  return [
    ...those('bots').map(({ id }) => ({ change: 'bot-disabled', botId: id }) as const),
    ...those('users').map(({ id }) => ({ change: 'person-disabled', email: emailOf(restored, id) }) as const),
  ];
}

/**
 * Uses the audit log, because a missing row may never have been in this database. Bots and people come back disabled,
 * since a restore may be meant to undo the deletion. Keys deleted with their bot are revoked.
 */
function deleted(restored: Database, replaced: Database, nowMs: number): Withdrawn[] {
  const deletions = (action: AuditAction) =>
    replaced
      .prepare<[string], Deletion>(
        'SELECT subject AS id, max(at_ms) AS atMs FROM audit_log WHERE action = ? GROUP BY subject',
      )
      .all(action);
  const disable = (table: 'bots' | 'users', since: string, { id, atMs }: Deletion) =>
    !has(replaced, table, id) &&
    restored
      .prepare(
        `UPDATE ${table} SET disabled_at_ms = coalesce(disabled_at_ms, ?) WHERE id = ? AND ${since} <= ?`,
      )
      .run(nowMs, id, atMs).changes > 0;
  const changes: Withdrawn[] = [];
  for (const deletion of deletions('bot.delete')) {
    if (disable('bots', 'registered_at_ms', deletion)) {
      changes.push({ change: 'bot-deleted', botId: deletion.id });
    }
    changes.push(...revokeDeleted(restored, replaced, deletion, nowMs));
  }
  for (const deletion of deletions('user.delete')) {
    if (disable('users', 'created_at_ms', deletion)) {
      changes.push({ change: 'person-deleted', email: emailOf(restored, deletion.id) });
    }
  }
  return changes;
}

type Deletion = { readonly id: string; readonly atMs: number };

/** Revokes keys deleted with their bot, which may have been registered again since. */
function revokeDeleted(
  restored: Database,
  replaced: Database,
  { id, atMs }: Deletion,
  nowMs: number,
): Withdrawn[] {
  const gone = restored
    .prepare<[string, number], KeyRef>(
      `SELECT ${KEY} FROM api_keys WHERE bot_id = ? AND created_at_ms <= ? AND revoked_at_ms IS NULL`,
    )
    .all(id, atMs)
    .filter(({ keyId }) => !has(replaced, 'api_keys', keyId));
  const revoke = restored.prepare('UPDATE api_keys SET revoked_at_ms = ? WHERE id = ?');
  for (const { keyId } of gone) revoke.run(nowMs, keyId);
  return gone.map((key) => ({ change: 'key-revoked', ...key }));
}

/** Only for people whom the replaced database knows. */
function identities(restored: Database, replaced: Database): Withdrawn[] {
  if (![restored, replaced].every((database) => hasTable(database, 'identities'))) return [];
  const still = replaced.prepare(
    'SELECT 1 FROM identities WHERE provider = ? AND subject = ? AND user_id = ?',
  );
  const remove = restored.prepare('DELETE FROM identities WHERE provider = ? AND subject = ?');
  return restored
    .prepare<[], { provider: string; subject: string; userId: string; email: string }>(
      `SELECT provider, subject, user_id AS userId, email FROM identities JOIN users ON users.id = user_id`,
    )
    .all()
    .filter(({ provider, subject, userId }) => {
      return has(replaced, 'users', userId) && still.get(provider, subject, userId) === undefined;
    })
    .map(({ provider, subject, email }) => {
      remove.run(provider, subject);
      return { change: 'identity-removed', email, provider };
    });
}

/** Changed passwords, since the old one may be known to others; and admins who lost that role. */
function people(restored: Database, replaced: Database): Withdrawn[] {
  type Row = { id: string; email: string; role: string; password: string | null };
  const select = 'SELECT id, email, role, password_hash AS password FROM users';
  const find = replaced.prepare<[string], Row>(`${select} WHERE id = ?`);
  const setPassword = restored.prepare('UPDATE users SET password_hash = ? WHERE id = ?');
  const setOwner = restored.prepare("UPDATE users SET role = 'owner' WHERE id = ?");
  const changes: Withdrawn[] = [];
  for (const { id, email, role, password } of restored.prepare<[], Row>(select).all()) {
    const newer = find.get(id);
    if (newer === undefined) continue;
    if (newer.password !== password) {
      setPassword.run(newer.password, id);
      changes.push({ change: 'password-changed', email });
    }
    if (role === 'admin' && newer.role !== 'admin') {
      setOwner.run(id);
      changes.push({ change: 'person-no-admin', email });
    }
  }
  return changes;
}

/** Bots whose owner changed, if the backup has the new owner. */
function owners(restored: Database, replaced: Database): Withdrawn[] {
  const set = restored.prepare(
    'UPDATE bots SET owner_id = @owner WHERE id = @id AND owner_id <> @owner AND EXISTS (SELECT 1 FROM users WHERE id = @owner)',
  );
  return replaced
    .prepare<[], { id: string; owner: string }>('SELECT id, owner_id AS owner FROM bots')
    .all()
    .filter((bot) => set.run(bot).changes > 0)
    .map(({ id }) => ({ change: 'bot-given-away', botId: id }));
}

const has = (database: Database, table: 'bots' | 'users' | 'api_keys', id: string): boolean =>
  database.prepare(`SELECT 1 FROM ${table} WHERE id = ?`).get(id) !== undefined;

export const hasTable = (database: Database, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;

const emailOf = (database: Database, id: string): string =>
  String(database.prepare('SELECT email FROM users WHERE id = ?').pluck().get(id));
