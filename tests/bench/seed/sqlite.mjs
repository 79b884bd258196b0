import { closeSync, copyFileSync, fsyncSync, openSync, rmSync } from 'node:fs';
import Database from '../../../lib/data/sqlite/driver.mjs';
import { hashOf, idOf, keyOf } from './bots.mjs';
import { countYears, isWithYear, reportStepMs, rowAt, spreadDue, YEAR } from './past.mjs';
import { createSchema, OWNER } from './schema.mjs';

/**
 * Creates a database file of the product with many bots, each with a key and reports; takes seconds for a million.
 * @param {string} file
 * @param {import('./past.mjs').Past} past
 */
export function seedSqlite(file, past) {
  createSchema(`file:${file}`);
  const db = new Database(file);
  const pragmas = { journal_mode: 'OFF', synchronous: 'OFF', cache_size: -1_000_000, foreign_keys: 'OFF' };
  for (const [name, value] of Object.entries(pragmas)) db.pragma(`${name} = ${value}`);
  const ownerId = db.prepare('SELECT id FROM users WHERE email = ?').pluck().get(OWNER);
  const nowMs = Date.now();
  const existing = db.prepare("SELECT name FROM pragma_table_info('bots')").pluck().all().map(String);
  const row = rowAt(nowMs, past, existing);
  const columns = ['id', 'name', 'owner_id', ...Object.keys(row)];
  const bot = db.prepare(`INSERT INTO bots (${columns}) VALUES (${columns.map(() => '?')})`);
  const key = db.prepare(
    "INSERT INTO api_keys (hash, id, bot_id, name, last4, created_at_ms) VALUES (?, ?, ?, 'bench', ?, ?)",
  );
  db.transaction(() => {
    const values = Object.values(row);
    for (let n = 0; n < past.bots; n++) bot.run(idOf(n), `Bot ${n}`, ownerId, ...values);
    if (existing.includes('history_due_at_ms')) db.exec(spreadDue(past));
    for (const { n, hash, last4 } of sortedKeys(past.bots))
      key.run(hash, `key-${idOf(n)}`, idOf(n), last4, nowMs);
    const report = (/** @type {string} */ of, /** @type {number} */ count, /** @type {number} */ stepMs) =>
      db
        .prepare(
          `WITH RECURSIVE past (k) AS (SELECT ? UNION ALL SELECT k - 1 FROM past WHERE k > 1)
           INSERT INTO reports SELECT id, ? - k * ?, ? + 1 - k, 4000, 273000, 4 FROM bots CROSS JOIN past WHERE ${of}`,
        )
        .run(count, nowMs, stepMs, count);
    report(`NOT ${isWithYear(past)}`, past.reportsEach, reportStepMs(past.plan, past.reportsEach));
    report(isWithYear(past), YEAR.reports, YEAR.stepMs);
    db.exec(countYears(past, nowMs));
  })();
  db.pragma('journal_mode = WAL');
  db.close();
  syncFile(file);
}

/** In the order of the table's key, which makes inserts much faster. */
function sortedKeys(/** @type {number} */ bots) {
  const keys = Array.from({ length: bots }, (_, n) => {
    const key = keyOf(n);
    return { n, hash: hashOf(key), last4: key.slice(-4) };
  });
  return keys.sort((a, b) => (a.hash < b.hash ? -1 : 1));
}

/** Replaces `to` by a copy of a closed database; returns its path. */
export function freshCopy(/** @type {string} */ from, /** @type {string} */ to) {
  for (const part of ['', '-wal', '-shm']) rmSync(to + part, { force: true });
  copyFileSync(from, to);
  syncFile(to);
  return to;
}

/** Syncs a file, so that the first measured commits do not wait for its pages. */
function syncFile(/** @type {string} */ file) {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
