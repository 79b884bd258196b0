import { createServer } from 'node:http';
import pg from 'pg';
import { cycleColumns, decide } from './by-hand/call.mjs';
import { checkedReport, keyHashOf } from './by-hand/request.mjs';

/**
 * `node:http` and `pg` without a framework: the same transaction in the same two round trips as the product, a read by key
 * and one conditional write, with named statements and the same number of connections.
 */

/** @typedef {import('./by-hand/account.mjs').Row & { version: string, now_ms: number }} Row */
/** @typedef {import('./by-hand/request.mjs').Report} Report */

const INT8 = 20;
pg.types.setTypeParser(INT8, Number);
const pool = new pg.Pool({
  connectionString: process.env.DATABASE,
  max: 10,
  options: '-c synchronous_commit=on',
});

const READ = {
  name: 'read',
  text: `SELECT b.*, (extract(epoch from clock_timestamp()) * 1000)::bigint AS now_ms, k.id AS key_id,
    k.expires_at_ms, k.revoked_at_ms FROM api_keys k JOIN bots b ON b.id = k.bot_id WHERE k.hash = $1`,
};
const COUNT = {
  name: 'count',
  text: `UPDATE bots SET cycle_index = $3, cycle_used = $4, left_cycles = $5, day_counts = $6, version = version + 1
    WHERE id = $1 AND version = $2`,
};
const MOVED = `moved AS (UPDATE bots SET cycle_index = $3, cycle_used = $4, left_cycles = $5, day_counts = $6,
      last_report_at_ms = $7, server_count = $8, user_count = $9, shard_count = $10, reports_total = $11,
      version = version + 1 WHERE id = $1 AND version = $2 RETURNING id)`;
const ADDED = `added AS (
      INSERT INTO reports SELECT id, $7::bigint, $11::bigint, $8::bigint, $9::bigint, $10::bigint FROM moved)
    SELECT id FROM moved`;
const STORE = { name: 'store', text: `WITH ${MOVED}, ${ADDED}` };

/** A usage read without a `report`. */
async function call(/** @type {string | null} */ keyHash, /** @type {Report | null | undefined} */ report) {
  const { rows } = await pool.query({ ...READ, values: [keyHash] });
  const row = /** @type {Row | undefined} */ (rows[0]);
  const now = Number(row?.now_ms);
  const decision = decide(row, now, report);
  if (row === undefined || !decision.isCounted) return decision;
  const counted = [row.id, row.version, ...cycleColumns(row)];
  if (report) {
    const counts = [report.serverCount, report.userCount, report.shardCount];
    const values = [...counted, now, ...counts, row.reports_total];
    await pool.query({ ...STORE, values });
  } else await pool.query({ ...COUNT, values: counted });
  return decision;
}

createServer(async (request, response) => {
  const keyHash = keyHashOf(request.headers.authorization);
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const report =
    chunks.length === 0 ? undefined : checkedReport(JSON.parse(Buffer.concat(chunks).toString()));
  const { status, headers, body } = await call(keyHash, report);
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}).listen(Number(process.env.PORT), process.env.HOST);
