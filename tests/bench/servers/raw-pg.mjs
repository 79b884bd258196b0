import { createServer } from 'node:http';
import pg from 'pg';
import { countCall, DAY_MS, enterCycle, isLive, PLANS, reportStatus } from './by-hand/account.mjs';
import { accepted, headersOf, refusal, usage } from './by-hand/answer.mjs';
import { checkedReport, keyHashOf } from './by-hand/request.mjs';

/**
 * `node:http` and `pg` with nothing between: the same transaction in the same two round trips as the product, a read by
 * key and one conditional write, with named statements on as many connections.
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
const STORE = {
  name: 'store',
  text: `WITH moved AS (UPDATE bots SET cycle_index = $3, cycle_used = $4, left_cycles = $5, day_counts = $6,
      last_report_at_ms = $7, server_count = $8, user_count = $9, shard_count = $10, reports_total = $11,
      version = version + 1 WHERE id = $1 AND version = $2 RETURNING id),
    pruned AS (DELETE FROM reports WHERE bot_id = $1 AND EXISTS (SELECT 1 FROM moved) AND (at_ms, number) IN (
      SELECT at_ms, number FROM reports WHERE bot_id = $1 AND at_ms < $12 ORDER BY at_ms, number LIMIT 4)),
    added AS (INSERT INTO reports SELECT id, $7::bigint, $11::bigint, $8::bigint, $9::bigint, $10::bigint FROM moved)
    SELECT id FROM moved`,
};

/** A report, or a usage read without one. */
async function call(/** @type {string | null} */ keyHash, /** @type {Report | null} */ report = null) {
  const { rows } = await pool.query({ ...READ, values: [keyHash] });
  const row = /** @type {Row | undefined} */ (rows[0]);
  const now = Number(row?.now_ms);
  if (row === undefined || !isLive(row, now)) return { status: 401, headers: {}, body: refusal(401) };
  enterCycle(row, now);
  const status = report === null ? 200 : reportStatus(row, report.botId, now);
  if (status !== 200) return { status, headers: headersOf(row, now), body: refusal(status) };
  countCall(row, now);
  const counted = [row.id, row.version, row.cycle_index, row.cycle_used, row.left_cycles, row.day_counts];
  if (report === null) {
    await pool.query({ ...COUNT, values: counted });
    return { status, headers: headersOf(row, now), body: usage(row, now) };
  }
  row.last_report_at_ms = now;
  row.reports_total++;
  const { serverCount, userCount, shardCount } = report;
  const kept = now - PLANS[row.plan].historyDays * DAY_MS;
  const stored = [now, serverCount, userCount, shardCount, row.reports_total, kept];
  await pool.query({ ...STORE, values: [...counted, ...stored] });
  return { status, headers: headersOf(row, now), body: accepted(row, report, now) };
}

createServer(async (request, response) => {
  const keyHash = keyHashOf(request.headers.authorization);
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const report = chunks.length === 0 ? null : checkedReport(JSON.parse(Buffer.concat(chunks).toString()));
  const { status, headers, body } = await call(keyHash, report);
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}).listen(Number(process.env.PORT), process.env.HOST);
