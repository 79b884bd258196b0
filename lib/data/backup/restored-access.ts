import { schemaProblems } from '@/lib/data/sqlite/check-schema';
import { ENDED_BY_RESTORE, FIGURES_TABLE } from '@/lib/data/table-list';
import type { AuditAction, AuditEntry } from '@/lib/domain/people/audit';
import SqliteDatabase, { type Database, SqliteError } from '../sqlite/driver.mjs';
import type { TableCounts } from './copy-database';
import { dropRemoved } from './drop-removed';
import { hasColumn, hasTable } from './has-table';
import { newerFactors } from './restored-factors';
import { KEY, type KeyRef, reviews } from './restored-review';
import { endedRoles, unpublish } from './restored-views';

/** Access that was withdrawn after the backup and again by the restore: its kind, and whose it was. */
export type Withdrawn =
  | ({ readonly change: 'key-revoked' | 'key-expires-earlier' } & KeyRef)
  | {
      readonly change:
        | 'bot-disabled'
        | 'bot-deleted'
        | 'bot-given-away'
        | 'bot-unpublished'
        | 'bot-deploys-hidden'
        | 'vote-source-deleted'
        | 'vote-source-paused'
        | 'vote-source-rotated'
        | 'votes-purged'
        | 'role-ended';
      readonly botId: string;
    }
  | {
      readonly change: 'person-disabled' | 'person-deleted' | 'person-no-admin' | 'password-changed';
      readonly email: string;
    }
  | { readonly change: 'factor-changed'; readonly email: string }
  | { readonly change: 'identity-removed'; readonly email: string; readonly provider: string };

/** What a restore did with the access that the backup grants. */
export type RestoredAccess = {
  /** Rows not restored, by table: sessions and setup links. */
  readonly ended: TableCounts;
  /** Access that was withdrawn after the backup, and has been withdrawn again. */
  readonly withdrawn: readonly Withdrawn[];
  /** `false` if there was no old database, it was unreadable, or it does not continue from this backup. */
  readonly isAllKnown: boolean;
  /** Restored keys that work again and may have been withdrawn since; empty if `isAllKnown`. */
  readonly keysToReview: readonly KeyRef[];
  /** The addresses of people whose second factor is that of the backup; empty if `isAllKnown`. */
  readonly factorsToReview: readonly string[];
};

/** A damaged database, or one that lacks a table or column of this version. */
const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|ERROR|IOERR)/;

/** Ends and withdraws access in the file that will replace `replaced`, in one transaction. */
export function withdrawAccess(file: string, replaced: Database, nowMs: number): RestoredAccess {
  const restored = new SqliteDatabase(file);
  // Checked again: the backup may have changed since, and from here on its triggers would run.
  const [problem] = schemaProblems(restored);
  restored.close();
  if (problem !== undefined) throw new Error(`it is not a valid backup: ${problem}`);
  try {
    return changeFile(replaced, file, (database) => {
      const ended = endAll(database);
      const isAllKnown = isContinuation(database);
      const withdrawn = [
        ...withdrawAgain(database, isAllKnown, nowMs),
        ...newerFactors(database, isAllKnown),
        ...endedRoles(database),
        ...unpublish(database),
      ];
      record(database, withdrawn.length, nowMs);
      return { ended, withdrawn, ...reviews(database, isAllKnown, nowMs) };
    });
  } catch (error) {
    if (!(error instanceof SqliteError && UNREADABLE.test(error.code))) throw error;
  }
  // Without the replaced database. If the error was of the restored one, it occurs again.
  const alone = new SqliteDatabase(':memory:');
  try {
    return changeFile(alone, file, (database) => {
      const ended = endAll(database);
      const withdrawn = unpublish(database);
      record(database, withdrawn.length, nowMs);
      return { ended, withdrawn, ...reviews(database, false, nowMs) };
    });
  } finally {
    alone.close();
  }
}

/** Runs `change` in a transaction in which the tables of `file` are those of the schema `restored`. */
function changeFile<R>(database: Database, file: string, change: (database: Database) => R): R {
  database.prepare('ATTACH ? AS restored').run(file);
  try {
    // No journal file: after a kill the temp file is deleted anyway.
    database.pragma('restored.journal_mode = MEMORY');
    return database.transaction(() => {
      database.exec(`DROP TABLE IF EXISTS restored.${FIGURES_TABLE}`);
      dropRemoved(
        database,
        ['main', 'restored'].filter((schema) => hasTable(database, schema, 'removals')),
      );
      return change(database);
    })();
  } finally {
    database.exec('DETACH restored');
  }
}

function endAll(database: Database): TableCounts {
  const tables = ENDED_BY_RESTORE.filter((table) => hasTable(database, 'restored', table));
  return Object.fromEntries(
    tables.map((table) => [table, database.prepare(`DELETE FROM restored.${table}`).run().changes]),
  );
}

/**
 * Whether the replaced database contains the backup's last audit entry, and so every later change. Sign-ins and denials
 * are ignored: newer versions store them elsewhere.
 */
const isContinuation = (database: Database): boolean =>
  database
    .prepare(
      `SELECT 1 FROM main.audit_log JOIN (
         SELECT id, at_ms, actor, action, subject FROM restored.audit_log
         WHERE action NOT LIKE 'sign-in%' AND action <> 'deny' ORDER BY id DESC LIMIT 1
       ) USING (id, at_ms, actor, action, subject)`,
    )
    .get() !== undefined;

const deletions = (action: AuditAction) =>
  `(SELECT subject AS id, max(at_ms) AS at_ms FROM main.audit_log WHERE action = '${action}' GROUP BY subject) AS gone`;

/** Copies a column of the replaced database to the rows of the restored one for which `condition` holds. */
const copied = (table: string, assignments: string, condition: string) =>
  `UPDATE restored.${table} AS kept SET ${assignments} FROM main.${table} AS newer
   WHERE newer.id = kept.id AND ${condition}`;
const disabled = (table: 'bots' | 'users') =>
  copied(
    table,
    'disabled_at_ms = newer.disabled_at_ms',
    'kept.disabled_at_ms IS NULL AND newer.disabled_at_ms IS NOT NULL',
  );
/**
 * Uses the audit log, because a missing row may never have been in this database. Bots and people come back disabled,
 * since a restore may be meant to undo the deletion.
 */
const deleted = (table: 'bots' | 'users', action: AuditAction, createdAt: string) =>
  `UPDATE restored.${table} AS kept SET disabled_at_ms = coalesce(kept.disabled_at_ms, @nowMs)
   FROM ${deletions(action)} WHERE gone.id = kept.id AND kept.${createdAt} <= gone.at_ms
     AND kept.id NOT IN (SELECT id FROM main.${table})`;

/** What is withdrawn again, and of which rows. Both databases may have older schemas. */
const WITHDRAWN: readonly (readonly [Withdrawn['change'], sql: string, returning: string])[] = [
  [
    'key-revoked',
    copied(
      'api_keys',
      'revoked_at_ms = newer.revoked_at_ms',
      'newer.hash = kept.hash AND kept.revoked_at_ms IS NULL AND newer.revoked_at_ms IS NOT NULL',
    ),
    KEY,
  ],
  ['bot-disabled', disabled('bots'), 'id AS botId'],
  ['person-disabled', disabled('users'), 'email'],
  ['bot-deleted', deleted('bots', 'bot.delete', 'registered_at_ms'), 'id AS botId'],
  // Keys that were deleted with their bot, which may have been registered again since.
  [
    'key-revoked',
    `UPDATE restored.api_keys AS kept SET revoked_at_ms = @nowMs FROM ${deletions('bot.delete')}
     WHERE gone.id = kept.bot_id AND kept.created_at_ms <= gone.at_ms AND kept.revoked_at_ms IS NULL
       AND kept.id NOT IN (SELECT id FROM main.api_keys)`,
    KEY,
  ],
  ['person-deleted', deleted('users', 'user.delete', 'created_at_ms'), 'email'],
];

const EXPIRES_EARLIER = 'newer.hash = kept.hash AND newer.expires_at_ms < coalesce(kept.expires_at_ms, 9e15)';
/** If both schemas have the columns of a rotation. */
const ROTATION = ', rotated_at_ms = newer.rotated_at_ms, own_expires_at_ms = newer.own_expires_at_ms';

/** Only for people whom the replaced database knows. */
const IDENTITY_REMOVED = `DELETE FROM restored.identities WHERE user_id IN (SELECT id FROM main.users)
  AND (provider, subject, user_id) NOT IN (SELECT provider, subject, user_id FROM main.identities)`;
const IDENTITY = '(SELECT email FROM restored.users WHERE id = user_id) AS email, provider';

/** Only if the replaced database is known to be the later one. An old password may be known to others. */
const WITHDRAWN_LATER: typeof WITHDRAWN = [
  [
    'password-changed',
    copied('users', 'password_hash = newer.password_hash', 'kept.password_hash IS NOT newer.password_hash'),
    'email',
  ],
  [
    'person-no-admin',
    copied('users', "role = 'owner'", "kept.role = 'admin' AND newer.role <> 'admin'"),
    'email',
  ],
  [
    'bot-given-away',
    copied(
      'bots',
      'owner_id = newer.owner_id',
      'kept.owner_id <> newer.owner_id AND newer.owner_id IN (SELECT id FROM restored.users)',
    ),
    'id AS botId',
  ],
];

const SOURCES_DELETED = [
  copied(
    'vote_sources',
    "deleted_at_ms = newer.deleted_at_ms, secret = ''",
    'kept.deleted_at_ms IS NULL AND newer.deleted_at_ms IS NOT NULL',
  ),
  // Those that were deleted with their bot.
  `UPDATE restored.vote_sources AS kept SET deleted_at_ms = @nowMs, secret = '' FROM ${deletions('bot.delete')}
   WHERE gone.id = kept.bot_id AND kept.created_at_ms <= gone.at_ms AND kept.deleted_at_ms IS NULL
     AND kept.id NOT IN (SELECT id FROM main.vote_sources)`,
];
const SOURCES_PAUSED = copied(
  'vote_sources',
  'paused_at_ms = newer.paused_at_ms',
  'kept.deleted_at_ms IS NULL AND kept.paused_at_ms IS NULL AND newer.paused_at_ms IS NOT NULL',
);
/** Only if both schemas have former secrets. */
const SOURCES_ROTATED = copied(
  'vote_sources',
  'secret = newer.secret, former_secret = newer.former_secret, former_until_ms = newer.former_until_ms',
  'kept.deleted_at_ms IS NULL AND newer.deleted_at_ms IS NULL AND kept.secret <> newer.secret',
);
/** The counts stay. Which votes were purged shows only that they are gone from a bot of which some were. */
const VOTES_PURGED = `DELETE FROM restored.votes WHERE EXISTS (SELECT 1 FROM ${deletions('votes.purge')}
    WHERE gone.id = bot_id AND stored_at_ms <= gone.at_ms)
  AND id NOT IN (SELECT id FROM main.votes)`;

const ABOUT_NO_VOTE = [
  `DELETE FROM restored.events WHERE type = 'vote.created' AND period NOT IN (SELECT id FROM restored.votes)`,
  `DELETE FROM restored.deliveries WHERE event_type = 'vote.created' AND event_id NOT IN (SELECT id FROM restored.events)`,
];

function withdrawAgain(database: Database, isContinued: boolean, nowMs: number): Withdrawn[] {
  const inBoth = (has: (schema: string) => boolean) => ['main', 'restored'].every(has);
  const isRotated = inBoth((schema) => hasColumn(database, schema, 'api_keys', 'own_expires_at_ms'));
  const expiry = `expires_at_ms = newer.expires_at_ms${isRotated ? ROTATION : ''}`;
  const statements: typeof WITHDRAWN = [
    ['key-expires-earlier', copied('api_keys', expiry, EXPIRES_EARLIER), KEY],
    ...WITHDRAWN,
    ...(inBoth((schema) => hasTable(database, schema, 'identities'))
      ? ([['identity-removed', IDENTITY_REMOVED, IDENTITY]] as const)
      : []),
    ...(inBoth((schema) => hasTable(database, schema, 'vote_sources'))
      ? [
          ...SOURCES_DELETED.map((sql) => ['vote-source-deleted', sql, 'bot_id AS botId'] as const),
          ['vote-source-paused', SOURCES_PAUSED, 'bot_id AS botId'] as const,
          ...(isContinued && inBoth((schema) => hasColumn(database, schema, 'vote_sources', 'former_secret'))
            ? [['vote-source-rotated', SOURCES_ROTATED, 'bot_id AS botId'] as const]
            : []),
          ['votes-purged', VOTES_PURGED, 'bot_id AS botId'] as const,
        ]
      : []),
    ...(isContinued ? WITHDRAWN_LATER : []),
  ];
  const withdrawn = statements.flatMap(([change, sql, returning]) =>
    database
      .prepare(`${sql} RETURNING ${returning}`)
      .all(sql.includes('@nowMs') ? { nowMs } : {})
      .map((row) => ({ change, ...(row as object) }) as Withdrawn),
  );
  if (hasTable(database, 'restored', 'plan_requests')) {
    // As with every change of owner.
    const drop = database.prepare('DELETE FROM restored.plan_requests WHERE bot_id = ?');
    for (const each of withdrawn) if (each.change === 'bot-given-away') drop.run(each.botId);
  }
  // What was sent about a purged vote may name its user, too.
  if (hasTable(database, 'restored', 'votes')) for (const sql of ABOUT_NO_VOTE) database.exec(sql);
  // Thousands of purged votes make one event of the bot.
  return [...new Map(withdrawn.map((one) => [JSON.stringify(one), one])).values()];
}

function record(database: Database, changes: number, nowMs: number): void {
  database
    .prepare(
      'INSERT INTO restored.audit_log (at_ms, actor, action, subject, after_json) VALUES (?, ?, ?, ?, ?)',
    )
    .run(nowMs, 'operator', RESTORE_ENTRY.action, RESTORE_ENTRY.subject, JSON.stringify({ changes }));
}

/** The entry that a restore adds to the restored audit log. */
export const RESTORE_ENTRY = {
  actor: 'operator',
  action: 'database.restore',
  subject: 'database',
} as const satisfies AuditEntry;
