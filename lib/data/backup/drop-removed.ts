import type { RemovalKind } from '@/lib/domain/bots/removal';
import type { Database } from '../sqlite/driver.mjs';
import { voterHash } from '../tables/removals';

/** Deletes what was removed, and whose rows a job had yet to delete: a restore takes what is missing for removed. */
export function dropRemoved(database: Database, schemas: readonly string[]): void {
  database.function('voter_hash', (botId, userId) => voterHash(String(botId), String(userId)));
  for (const schema of schemas) {
    const removed = (kind: RemovalKind) => `(SELECT bot_id FROM ${schema}.removals WHERE kind = '${kind}')`;
    for (const table of ['api_keys', 'vote_sources'])
      database.exec(`DELETE FROM ${schema}.${table} WHERE bot_id IN ${removed('bot')}`);
    database.exec(`DELETE FROM ${schema}.votes WHERE bot_id IN ${removed('voter')} AND EXISTS (
      SELECT 1 FROM ${schema}.removals AS gone WHERE gone.bot_id = votes.bot_id AND gone.kind = 'voter'
        AND gone.subject = voter_hash(votes.bot_id, user_id) AND gone.until_ms >= stored_at_ms)`);
  }
}
