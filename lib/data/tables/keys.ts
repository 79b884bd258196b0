import type { Kysely, Selectable } from 'kysely';
import type { ApiKey, Keys } from '@/lib/services/ports';
import type { Schema } from '../schema';
import { byBytes, byNumber, inPage, matches, momentOrNever, totalOf } from './paging';

// Without the hash: no page or command has a use for it.
const COLUMNS = [
  'id',
  'bot_id',
  'name',
  'last4',
  'created_at_ms',
  'expires_at_ms',
  'revoked_at_ms',
  'last_used_at_ms',
] as const;

const toKey = (row: Omit<Selectable<Schema['api_keys']>, 'hash'>): ApiKey => ({
  id: row.id,
  botId: row.bot_id,
  name: row.name,
  last4: row.last4,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  revokedAtMs: row.revoked_at_ms,
  lastUsedAtMs: row.last_used_at_ms,
});

const SORTS = {
  name: byBytes('api_keys.name'),
  bot: byBytes('bots.name'),
  created: byNumber('api_keys.created_at_ms'),
  used: momentOrNever('api_keys.last_used_at_ms'),
} as const;

export const keys = (db: Kysely<Schema>, aside: Kysely<Schema>): Keys => ({
  async findById(id) {
    const row = await db.selectFrom('api_keys').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toKey(row);
  },
  async listOfBot(botId) {
    const rows = await db
      .selectFrom('api_keys')
      .select(COLUMNS)
      .where('bot_id', '=', botId)
      .orderBy('created_at_ms')
      .orderBy(byBytes('id'))
      .execute();
    return rows.map(toKey);
  },
  async search(query) {
    const filtered = aside
      .selectFrom('api_keys')
      .innerJoin('bots', 'bots.id', 'api_keys.bot_id')
      .select(COLUMNS.map((column) => `api_keys.${column}` as const))
      .select('bots.name as bot_name')
      .where(matches(query.text, ['api_keys.name', 'api_keys.last4', 'api_keys.bot_id', 'bots.name']));
    const rows = await inPage(filtered, query, SORTS, 'api_keys.id').execute();
    return {
      rows: rows.map((row) => ({ key: toKey(row), botName: row.bot_name })),
      total: await totalOf(filtered),
    };
  },
  async insert(key, hash) {
    await db
      .insertInto('api_keys')
      .values({
        hash,
        id: key.id,
        bot_id: key.botId,
        name: key.name,
        last4: key.last4,
        created_at_ms: key.createdAtMs,
        expires_at_ms: key.expiresAtMs,
        revoked_at_ms: key.revokedAtMs,
        last_used_at_ms: key.lastUsedAtMs,
      })
      .execute();
  },
  async setLife(id, { expiresAtMs, revokedAtMs }) {
    const life = { expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs };
    await db.updateTable('api_keys').set(life).where('id', '=', id).execute();
  },
});
