import { idOf } from './bots.mjs';

/**
 * @typedef {import('./open-database.mjs').Query} Query
 * @typedef {{ from: number, to: number }} Range Numbers of bots, without the last.
 * @typedef {{ address: string, secret: string, host: string }} Sealed Of a webhook, as the product stores it.
 */

const within = (/** @type {Range} */ { from, to }) => `id >= '${idOf(from)}' AND id < '${idOf(to)}'`;

/**
 * Adds `each` webhooks, which work so far, to every bot.
 * @param {Query} query @param {Range} bots @param {Sealed} sealed
 * @param {{ types: string, each?: number, health?: 'new' | 'working' }} options
 */
export async function addWebhooks(query, bots, sealed, { types, each = 1, health = 'working' }) {
  await query(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${each})
     INSERT INTO webhook_endpoints (id, bot_id, kind, address, secret, host, last4, event_types, created_at_ms, status,
       status_reason, status_at_ms, health, given_up, dropped, not_before_ms, lease_until_ms, lease_token)
     SELECT id || ' ${sealed.host} ' || n, id, 'signed', '${sealed.address}', '${sealed.secret}', '${sealed.host}', 'test',
       '${types}', 0, 'on', '', 0, '${health}', 0, 0, 0, 0, '' FROM bots, numbers WHERE ${within(bots)}`,
  );
}

/**
 * Adds `each` events to every bot, with numbers from `first`: one due at `fromMs`, the others `stepMs` after one another.
 * @param {Query} query @param {Range} bots @param {{ first?: number, each: number, fromMs: number, stepMs: number }} options
 */
export async function addEvents(query, bots, { first = 0, each, fromMs, stepMs }) {
  await query(
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${each - 1})
     INSERT INTO events (id, bot_id, type, period, at_ms, due_at_ms, data_json, owner_id)
     SELECT 'evt_' || id || '_' || (${first} + n), id, 'bot.enabled', 'bench ' || (${first} + n), ${fromMs} + n * ${stepMs}, ${fromMs} + n * ${stepMs},
       '{"botId":"' || id || '","botName":"' || name || '"}', owner_id FROM bots, numbers WHERE ${within(bots)}`,
  );
}
