import pg from 'pg';
import { hashOf, idOf, keyOf } from './bots.mjs';
import { countYears, isWithYear, reportStepMs, rowAt, spreadDue, YEAR } from './past.mjs';
import { createSchema, OWNER } from './schema.mjs';

const SEED = 'bench_seed';

/**
 * Creates a seeded database on a server, and copies of it.
 * @param {string} serverUrl of a superuser
 * @param {import('./past.mjs').Past} past
 */
export async function seedPostgres(serverUrl, past) {
  const admin = new pg.Client(serverUrl);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${SEED}`);
  const urlOf = (/** @type {string} */ name) => Object.assign(new URL(serverUrl), { pathname: name }).href;
  createSchema(urlOf(SEED));
  await fill(urlOf(SEED), past);
  return {
    /** Replaces the copy by a new one; returns its URL. */
    async fresh() {
      await admin.query('DROP DATABASE IF EXISTS bench_round WITH (FORCE)');
      await admin.query(`CREATE DATABASE bench_round TEMPLATE ${SEED} STRATEGY file_copy`);
      await admin.query('CHECKPOINT');
      return urlOf('bench_round');
    },
    close: () => admin.end(),
  };
}

async function fill(/** @type {string} */ url, /** @type {import('./past.mjs').Past} */ past) {
  const client = new pg.Client(url);
  await client.connect();
  const nowMs = Date.now();
  const { rows } = await client.query(
    "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'bots'",
  );
  const existing = rows.map(({ column_name }) => column_name);
  const row = rowAt(nowMs, past, existing);
  const numbers = Array.from({ length: past.bots }, (_, n) => n);
  const ids = numbers.map(idOf);
  const columns = Object.keys(row);
  const values = columns.map((_, i) => `$${i + 3}`);
  await client.query(
    `INSERT INTO bots (id, name, owner_id, ${columns})
     SELECT u.id, 'Bot ' || u.id, (SELECT id FROM users WHERE email = $2), ${values} FROM unnest($1::text[]) AS u (id)`,
    [ids, OWNER, ...Object.values(row)],
  );
  if (existing.includes('history_due_at_ms')) await client.query(spreadDue(past));
  const keys = numbers.map(keyOf);
  await client.query(
    `INSERT INTO api_keys (hash, id, bot_id, name, last4, created_at_ms)
     SELECT u.hash, 'key-' || u.id, u.id, 'bench', u.last4, $4 FROM unnest($1::text[], $2::text[], $3::text[])
       AS u (hash, id, last4)`,
    [keys.map(hashOf), ids, keys.map((key) => key.slice(-4)), nowMs],
  );
  const report = (/** @type {string} */ of, /** @type {number} */ count, /** @type {number} */ stepMs) =>
    client.query(
      `INSERT INTO reports SELECT id, $1::bigint - k * $2::bigint, $3::bigint + 1 - k, 4000, 273000, 4
       FROM bots, generate_series($3::bigint, 1, -1) AS past (k) WHERE ${of}`,
      [nowMs, stepMs, count],
    );
  await report(`NOT ${isWithYear(past)}`, past.reportsEach, reportStepMs(past.plan, past.reportsEach));
  await report(isWithYear(past), YEAR.reports, YEAR.stepMs);
  await client.query(countYears(past, nowMs));
  await client.query('VACUUM ANALYZE');
  await client.end();
}
