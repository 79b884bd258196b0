import Database from '../../../../lib/data/sqlite/driver.mjs';

/** Opens the product's database file with the same durability; returns the statements of a call. */
export function openDatabase() {
  const db = new Database(String(process.env.DATABASE));
  const pragmas = { journal_mode: 'WAL', synchronous: 'FULL', foreign_keys: 'ON', cache_size: -65_536 };
  for (const [name, value] of Object.entries(pragmas)) db.pragma(`${name} = ${value}`);
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    transaction: /** @template R @param {() => R} work */ (work) => db.transaction(work).immediate(),
    ofKey: db.prepare(
      `SELECT b.*, k.id AS key_id, k.expires_at_ms, k.revoked_at_ms
       FROM api_keys k JOIN bots b ON b.id = k.bot_id WHERE k.hash = ?`,
    ),
    count: db.prepare(
      'UPDATE bots SET cycle_index = ?, cycle_used = ?, left_cycles = ?, day_counts = ? WHERE id = ?',
    ),
    report: db.prepare(
      `UPDATE bots SET cycle_index = ?, cycle_used = ?, left_cycles = ?, day_counts = ?, last_report_at_ms = ?,
         server_count = ?, user_count = ?, shard_count = ?, reports_total = ? WHERE id = ?`,
    ),
    insert: db.prepare('INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?)'),
  };
}
