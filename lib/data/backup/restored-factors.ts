import type { Database } from '../sqlite/driver.mjs';
import { hasTable } from './has-table';

type Changed = { readonly change: 'factor-changed'; readonly email: string };

const TABLES = ['second_factors', 'recovery_codes'] as const;

/** The same factor in both: its secret is sealed once, with a random nonce. */
const SAME = `SELECT 1 FROM main.second_factors AS newer
  WHERE newer.user_id = kept.user_id AND newer.sealed = kept.sealed`;

/**
 * Makes second factors those of the replaced database, if that is known to be the later one: a removed factor does not come
 * back, a newer one is not lost. Otherwise, of a factor that both have, a code or recovery code that was used in either stays
 * used.
 */
export function newerFactors(database: Database, isContinued: boolean): Changed[] {
  const hasBoth = ['main', 'restored'].every((schema) => hasTable(database, schema, 'second_factors'));
  if (!hasBoth) return [];
  database.exec(`UPDATE restored.second_factors AS kept SET last_step = max(kept.last_step, newer.last_step)
    FROM main.second_factors AS newer WHERE newer.user_id = kept.user_id AND newer.sealed = kept.sealed`);
  if (!isContinued) {
    database.exec(`DELETE FROM restored.recovery_codes AS used
      WHERE EXISTS (SELECT 1 FROM restored.second_factors AS kept WHERE kept.user_id = used.user_id AND EXISTS (${SAME}))
        AND (user_id, hash) NOT IN (SELECT user_id, hash FROM main.recovery_codes)`);
    return [];
  }
  const people = database
    .prepare<[], { email: string }>(
      `SELECT email FROM restored.users AS person WHERE id IN (SELECT id FROM main.users)
       AND (SELECT sealed || coalesce(enabled_at_ms, '') FROM main.second_factors WHERE user_id = person.id)
         IS NOT (SELECT sealed || coalesce(enabled_at_ms, '') FROM restored.second_factors WHERE user_id = person.id)
       ORDER BY email`,
    )
    .all();
  for (const table of TABLES) {
    database.exec(`DELETE FROM restored.${table} WHERE user_id IN (SELECT id FROM main.users)`);
    database.exec(`INSERT INTO restored.${table} SELECT * FROM main.${table}
      WHERE user_id IN (SELECT id FROM restored.users)`);
  }
  return people.map(({ email }) => ({ change: 'factor-changed', email }));
}
