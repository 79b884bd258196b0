import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { deleteBot } from '@/lib/services/bots/delete';
import { finishRemovals } from '@/lib/services/removals/finish';
import { purgeUser } from '@/lib/services/votes/purge';
import { figure } from '../../support/fault/campaign';
import { serve, suiteFolder, suitePostgres } from '../../support/fault/serve';
import { createDatabase, databaseUrlOf } from '../../support/process/database-url';
import { openRawDatabase, type RawDatabase } from '../../support/process/raw-database';
import { bearer } from '../../support/process/requests';
import { accepted } from '../../support/result';
import { quantile } from '../../support/stats.mjs';

/** Removals of much that a bot has stored, beside calls of another bot: they are all served, and in time. */

const VOTES = 100_000;
const AT_ONCE = 20_000;
const EVERY_MS = 20;
const P99_MAX_MS = 100;
const STALL_MAX_MS = 50;
const DAY_MS = 86_400_000;

const folder = suiteFolder();
const postgres = suitePostgres();
const DATABASES = [
  ['SQLite', async () => join(folder, 'removals.db')],
  ['PostgreSQL', () => createDatabase(postgres().url)],
] as const;

/** Votes of one user, each with its event and a delivery, written without the service. */
async function addVotes(raw: RawDatabase, botId: string, votes: number): Promise<void> {
  const now = Date.now();
  for (let from = 0; from < votes; from += AT_ONCE) {
    const i = `n.i + ${from}`;
    const all = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${AT_ONCE})`;
    const id = `'${botId}-' || (CAST(${i} AS BIGINT) * 7919 % 1000003)`;
    const at = `${now - DAY_MS} + ${i}`;
    await raw.run(`INSERT INTO votes (id, bot_id, source_id, user_id, username, weight, voted_at_ms, expires_at_ms, stored_at_ms)
      ${all} SELECT ${id}, '${botId}', 's', 'voter', null, 1, ${at}, ${now + DAY_MS}, ${at} FROM n`);
    await raw.run(`INSERT INTO events (id, bot_id, type, period, at_ms, due_at_ms, data_json, owner_id, routed_at_ms, is_read)
      ${all} SELECT 'e' || ${id}, '${botId}', 'vote.created', ${id}, ${at}, ${at}, '{}', '', 1, 1 FROM n`);
    await raw.run(`INSERT INTO deliveries (endpoint_id, event_id, bot_id, event_type, created_at_ms, state, tries, response, reason, is_private)
      ${all} SELECT 'hook-${botId}', 'e' || ${id}, '${botId}', 'vote.created', ${at}, 'delivered', 1, '', '', 0 FROM n`);
  }
}

it.each(DATABASES)('on %s hold up no call of another bot', { timeout: 1_800_000 }, async (name, create) => {
  const database = await create();
  const { operator, client, stop } = await serve(database);
  const ports = await operator.ports();
  const raw = openRawDatabase(databaseUrlOf(database));
  const other = await operator.bot({ plan: 'business' });
  const count = async (table: string, botId: string) =>
    Number(
      (await raw.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE bot_id = ?`, botId))[0]?.n,
    );

  const measured = async (what: string, botId: string, remove: () => Promise<unknown>) => {
    const [took, live]: [number[], number[]] = [[], []];
    const statuses = new Set<number>();
    let isOver = false;
    const ask = async (path: string, into: number[], headers = {}) => {
      const startedAt = performance.now();
      statuses.add((await client.send({ method: 'GET', path, headers })).status);
      into.push(performance.now() - startedAt);
    };
    const asking = (async () => {
      const running: Promise<void>[] = [];
      while (!isOver) {
        running.push(ask('/api/v1/usage', took, bearer(other)), ask('/api/health/live', live));
        await sleep(EVERY_MS);
      }
      await Promise.all(running);
    })();
    const startedAt = performance.now();
    await remove();
    const heldMs = performance.now() - startedAt;
    while ((await count('removals', botId)) > 0) await sleep(1_000);
    isOver = true;
    await asking;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    const [p99, stall] = [quantile(took, 0.99), Math.max(...live)];
    figure(
      'Votes',
      `${name}, ${what}: ${took.length} calls of another bot beside it`,
      `it held after ${heldMs.toFixed(0)} ms and was done after ${seconds} s; p99 of calls ${p99.toFixed(1)} ms, longest ${Math.max(...took).toFixed(0)} ms; longest answer of /api/health/live ${stall.toFixed(0)} ms; statuses ${[...statuses].join(', ')}`,
    );
    expect([...statuses]).toEqual([200]);
    for (const table of ['votes', 'deliveries']) expect(await count(table, botId)).toBe(0);
    expect.soft(p99).toBeLessThan(P99_MAX_MS);
    expect.soft(quantile(live, 0.99)).toBeLessThan(STALL_MAX_MS);
  };
  const withVotes = async (votes: number) => {
    const { id } = await operator.bot({ plan: 'premium' });
    await raw.run(`INSERT INTO webhook_endpoints (id, bot_id, kind, address, host, last4, event_types, created_at_ms, status,
        status_reason, status_at_ms, health, given_up, dropped, not_before_ms, lease_until_ms, lease_token)
      VALUES ('hook-${id}', '${id}', 'signed', '', 'x', 'x', 'vote.created', 1, 'off', 'person', 1, 'new', 0, 0, 0, 0, '')`);
    await addVotes(raw, id, votes);
    return id;
  };

  const first = await withVotes(VOTES);
  await measured(`a voter with ${VOTES} votes is removed`, first, async () => {
    accepted(await purgeUser(ports, OPERATOR, first, 'voter'));
  });
  const second = await withVotes(VOTES);
  await measured(`a bot with ${VOTES} votes is deleted`, second, async () => {
    accepted(await deleteBot(ports, OPERATOR, second));
  });
  const third = await withVotes(4 * VOTES);
  await measured(
    `a bot with ${4 * VOTES} votes is deleted by a command beside the server`,
    third,
    async () => {
      accepted(await deleteBot(ports, OPERATOR, third));
      await finishRemovals(ports, undefined, undefined, () => sleep(10));
    },
  );
  await raw.close();
  await stop();
});
