import { beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { pruneEvents } from '@/lib/services/prune';
import { finishRemovals } from '@/lib/services/removals/finish';
import { COUNTED_MAX, pruneVotes, purgeUser } from '@/lib/services/votes/purge';
import { hasVoted, readVotesPage, type VotesView } from '@/lib/services/votes/read';
import { removeWebhook } from '@/lib/services/webhooks/change';
import { listDeliveries } from '@/lib/services/webhooks/find';
import { sendAgain } from '@/lib/services/webhooks/send-again';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { addBotsAndPeople, addWebhook, read, register } from '@/tests/support/data/fixtures';
import { writingBy } from '@/tests/support/data/ports';
import { DELIVERED, scriptedWebhooks } from '@/tests/support/data/scripted-webhooks';
import { accepted, verdictOf } from '@/tests/support/result';

const VOTES = 1_500;
/** Of another user. */
const OTHERS = 3;
const VOTER = 'the-voter';
const count = async (table: string, where = '1 = 1') =>
  Number((await db.rows(`SELECT count(*) AS n FROM ${table} WHERE ${where}`))[0]?.n);

/** Votes of one user and of another, each with its event and a delivery. */
async function addVotes(votes = VOTES, storedAtMs = T0 - 1): Promise<void> {
  await addWebhook(ports, { id: 'hook', eventTypes: ['vote.created'] });
  await db.run(
    `INSERT INTO votes (id, bot_id, source_id, user_id, username, weight, voted_at_ms, expires_at_ms, stored_at_ms)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${votes})
     SELECT 'vote-' || (i * 7919 % 1000003), '${BOT_ID}', 'source', CASE WHEN i % ${VOTES / OTHERS} = 0 THEN 'other' ELSE '${VOTER}' END,
       null, 1, ${storedAtMs} - i, ${T0 + DAY_MS}, ${storedAtMs} FROM n`,
  );
  await db.run(
    `INSERT INTO events (id, bot_id, type, period, at_ms, due_at_ms, data_json, owner_id, routed_at_ms, is_read)
     SELECT 'event-' || id, bot_id, 'vote.created', id, voted_at_ms, voted_at_ms,
       '{"botId":"${BOT_ID}","botName":"TestBot","voteId":"' || id || '"}', '', 1, 1 FROM votes`,
  );
  await db.run(
    `INSERT INTO deliveries SELECT 'hook', id, bot_id, type, at_ms, 'delivered', 1, null, 1, 200, 1, 'It was ${VOTER}', '', 0
     FROM events`,
  );
}

/** Ports that note what each of their transactions deletes of a table, with a call of the other bot beside it. */
function watchedPorts(keyHash: string, table = 'votes', failsAfter = Number.POSITIVE_INFINITY) {
  const deleted: number[] = [];
  const watched = writingBy(directory, async (locks, work) => {
    if (deleted.length >= failsAfter) throw new StorageUnavailable('killed');
    const before = await count(table);
    const [result, call] = await Promise.all([directory.write(locks, work), read(store, { keyHash })]);
    expect(call?.outcome.kind).toBe('served');
    deleted.push(before - (await count(table)));
    return result;
  });
  return { deleted, ports: { ...ports, directory: watched } };
}

/** In many transactions, of which each takes some milliseconds. */
function expectBatches(deleted: readonly number[]): void {
  expect(Math.max(...deleted)).toBeLessThanOrEqual(100);
  expect(deleted.reduce((sum, some) => sum + some, 0)).toBeGreaterThan(VOTES / 2);
}

onEachDatabase('the removal of a voter', () => {
  let keyHash: string;
  beforeEach(async () => {
    ({ keyHash } = await register(directory, { id: OTHER_BOT_ID, plan: 'business' }));
    await register(directory);
  });

  it('with any number of votes holds at once, in one transaction, for every read and message', async () => {
    await addVotes();
    const watched = watchedPorts(keyHash);
    const { votes } = accepted(await purgeUser(watched.ports, OPERATOR, BOT_ID, VOTER));
    expect([votes, watched.deleted.length]).toEqual([COUNTED_MAX, 1]);
    expect(await count('votes')).toBe(VOTES);
    const stored = JSON.stringify(await db.rows('SELECT * FROM removals'));
    expect(stored).not.toContain(VOTER);
    expect(accepted(await hasVoted(ports, OPERATOR, BOT_ID, VOTER)).votedAtMs).toBeNull();
    expect(accepted(await hasVoted(ports, OPERATOR, BOT_ID, 'other')).voted).toBe(true);
    expect(await ids()).toEqual(Array(OTHERS).fill('other'));
    const { deliveries } = accepted(await listDeliveries(ports, OPERATOR, 'hook', 1));
    expect(deliveries).toEqual([]);
    const [sent] = await db.rows(
      `SELECT e.id FROM events e JOIN votes v ON v.id = e.period WHERE user_id = '${VOTER}' LIMIT 1`,
    );
    expect(verdictOf(await sendAgain(ports, OPERATOR, 'hook', String(sent?.id)))).toBe('not_found');
    await db.run(
      `UPDATE deliveries SET state = 'waiting', next_at_ms = ${T0 - 1} WHERE event_id = '${sent?.id}'`,
    );
    await db.run(`UPDATE webhook_endpoints SET next_at_ms = ${T0 - 1}`);
    const { posts, deliver } = scriptedWebhooks(ports, () => DELIVERED);
    await deliver();
    expect(posts).toEqual([]);
    expect(accepted(await purgeUser(ports, OPERATOR, BOT_ID, VOTER))).toEqual({ votes: 0 });
  });

  /** The users of all pages of votes. */
  async function ids(): Promise<string[]> {
    const users: string[] = [];
    for (let cursor: { votedAtMs: number; id: string } | null = null; ; ) {
      const page: VotesView | null = accepted(
        await readVotesPage(ports, OPERATOR, BOT_ID, { limit: 15, cursor, range: '30d' }),
      ).votes;
      users.push(...(page?.recent ?? []).map(({ userId }) => userId));
      const next: string[] | null = page?.nextCursor?.split('.') ?? null;
      if (next === null) return users;
      cursor = { votedAtMs: Number(next[0]), id: String(next[1]) };
    }
  }

  it('is done in batches, between which calls are served, and is finished after a kill', async () => {
    await addVotes();
    accepted(await purgeUser(ports, OPERATOR, BOT_ID, VOTER));
    const watched = watchedPorts(keyHash, 'votes', 3);
    await expect(finishRemovals(watched.ports)).rejects.toThrow('killed');
    const left = await count('votes');
    expect(left).toBeGreaterThan(OTHERS);
    const instance = watchedPorts(keyHash);
    await finishRemovals({ ...instance.ports, vault: (await connectAgain()).vault });
    for (const table of ['votes', 'events', 'deliveries']) expect(await count(table)).toBe(OTHERS);
    expect(await count('removals')).toBe(0);
    expect(JSON.stringify(await db.rows('SELECT * FROM deliveries'))).toContain('It was');
    expectBatches([...watched.deleted, ...instance.deleted]);
  });

  it('leaves votes that they give afterwards', async () => {
    await addVotes(10);
    accepted(await purgeUser(ports, OPERATOR, BOT_ID, VOTER));
    await db.run(
      `INSERT INTO votes (id, bot_id, source_id, user_id, username, weight, voted_at_ms, expires_at_ms, stored_at_ms)
       VALUES ('later', '${BOT_ID}', 'source', '${VOTER}', null, 1, ${T0}, ${T0 + DAY_MS}, ${T0 + 1})`,
    );
    expect(accepted(await hasVoted(ports, OPERATOR, BOT_ID, VOTER)).votedAtMs).toBe(T0);
    await finishRemovals(ports);
    expect((await db.rows('SELECT id FROM votes')).map(({ id }) => id)).toEqual(['later']);
    expect(accepted(await hasVoted(ports, OPERATOR, BOT_ID, VOTER)).voted).toBe(true);
  });

  it('under another AUTH_SECRET holds as well, until the votes are 30 days old', async () => {
    await addVotes(10);
    accepted(await purgeUser(ports, OPERATOR, BOT_ID, VOTER));
    const other = { ...ports, vault: { ...ports.vault, open: () => null } };
    await finishRemovals(other);
    expect(accepted(await hasVoted(ports, OPERATOR, BOT_ID, VOTER)).votedAtMs).toBeNull();
    await db.setClock(T0 + 31 * DAY_MS);
    await pruneVotes(other);
    await finishRemovals(other);
    expect([await count('votes'), await count('removals')]).toEqual([0, 0]);
  });
});

/** What columns must hold that take only some values. */
const ALLOWED: Readonly<Record<string, string>> = {
  'bot_people.role': 'viewer',
  'bot_invitations.role': 'viewer',
  'webhook_endpoints.kind': 'signed',
  'webhook_endpoints.status': 'on',
  'webhook_endpoints.health': 'new',
  'deliveries.state': 'waiting',
  'mails.state': 'waiting',
  'marks.kind': 'note',
  'vote_sources.kind': 'topgg',
  'removals.kind': 'voter',
  'plan_requests.status': 'open',
  'plan_requests.plan': 'premium',
  'plan_requests.former_plan': 'free',
};

async function columnsOf(table: string): Promise<{ name: string; isText: boolean }[]> {
  const rows = await db
    .rows(`SELECT name, type FROM pragma_table_info('${table}')`)
    .catch(() =>
      db.rows(
        `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = '${table}'`,
      ),
    );
  return rows.map(({ name, type }) => ({ name: String(name), isText: /text/i.test(String(type)) }));
}

async function tablesOfBots(): Promise<string[]> {
  const all = await db
    .rows(`SELECT name FROM sqlite_master WHERE type = 'table'`)
    .catch(() =>
      db.rows(
        `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'bot_id' AND table_schema = 'public'`,
      ),
    );
  const names: string[] = [];
  for (const name of new Set(all.map((row) => String(row.name))))
    if ((await columnsOf(name)).some((column) => column.name === 'bot_id')) names.push(name);
  return names.sort();
}

onEachDatabase('the deletion of a bot', () => {
  const createAgain = () =>
    createBot(ports, OPERATOR, { id: BOT_ID, name: 'Again', owner: { userId: 'neighbour' }, plan: 'free' });

  it('is one transaction, and its id is free when no row of any table is left', async () => {
    await addBotsAndPeople(directory);
    await addVotes(0);
    const tables = await tablesOfBots();
    expect(tables.length).toBeGreaterThan(18);
    for (const table of tables) {
      const columns = await columnsOf(table);
      const row = (i: number) =>
        columns.map(({ name, isText }) => {
          if (name === 'bot_id') return `'${BOT_ID}'`;
          if (table === 'deliveries' && name === 'endpoint_id') return `'hook'`;
          const allowed = ALLOWED[`${table}.${name}`];
          return allowed ? `'${allowed}'` : isText ? `'${name}-${i}'` : String(i);
        });
      const rows = Array.from({ length: 60 }, (_, i) => `(${row(i).join(', ')})`);
      const names = columns.map(({ name }) => name).join(', ');
      await db.run(`INSERT INTO ${table} (${names}) VALUES ${rows.join(', ')} ON CONFLICT DO NOTHING`);
      expect(await count(table, `bot_id = '${BOT_ID}'`)).toBeGreaterThan(0);
    }
    await db.run(`INSERT INTO vote_repeats VALUES ('id-1', 'hash', ${T0 + DAY_MS})`);
    accepted(await deleteBot(ports, OPERATOR, BOT_ID));
    expect(verdictOf(await createAgain())).toBe('conflict');
    await finishRemovals(ports);
    for (const table of tables)
      expect([table, await count(table, `bot_id = '${BOT_ID}'`)]).toEqual([table, 0]);
    expect(await count('vote_repeats')).toBe(0);
    expect(await count('api_keys', `bot_id = '${OTHER_BOT_ID}'`)).toBe(1);
    accepted(await createAgain());
  });

  it('with many votes is done in batches, between which calls of others are served', async () => {
    const { keyHash } = await register(directory, { id: OTHER_BOT_ID, plan: 'business' });
    await register(directory);
    await addVotes();
    const watched = watchedPorts(keyHash);
    accepted(await deleteBot(watched.ports, OPERATOR, BOT_ID));
    expect(watched.deleted).toHaveLength(1);
    await finishRemovals(watched.ports);
    for (const table of ['votes', 'events', 'deliveries', 'removals']) expect(await count(table)).toBe(0);
    expectBatches(watched.deleted);
  });
});

onEachDatabase('other deletions that grow with what is stored', () => {
  let keyHash: string;
  beforeEach(async () => {
    ({ keyHash } = await register(directory, { id: OTHER_BOT_ID, plan: 'business' }));
    await register(directory);
    await addVotes();
  });

  it('of a webhook: nothing is sent to it any more, and its deliveries go in batches', async () => {
    const watched = watchedPorts(keyHash, 'deliveries');
    accepted(await removeWebhook(watched.ports, OPERATOR, 'hook'));
    expect([watched.deleted.length, await count('deliveries')]).toEqual([1, VOTES]);
    await finishRemovals(watched.ports);
    expect([await count('deliveries'), await count('removals')]).toEqual([0, 0]);
    expectBatches(watched.deleted);
  });

  it('of votes that are 30 days old, and of old events', async () => {
    await db.setClock(T0 + 30 * DAY_MS);
    const watched = watchedPorts(keyHash);
    await pruneVotes(watched.ports);
    expect([await count('votes'), await count('events'), await count('deliveries')]).toEqual([0, 0, 0]);
    await db.run(
      `INSERT INTO events (id, bot_id, type, period, at_ms, due_at_ms, data_json, owner_id, routed_at_ms, is_read)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${VOTES})
       SELECT 'e' || (i * 7919 % 1000003), '${BOT_ID}', 'bot.silent', 'p' || i, i, i, '{}', 'owner', 1, 0 FROM n`,
    );
    expectBatches(watched.deleted);
    const ofEvents = watchedPorts(keyHash, 'events');
    await pruneEvents(ofEvents.ports);
    expect(await count('events')).toBe(0);
    expectBatches(ofEvents.deleted);
  });
});
