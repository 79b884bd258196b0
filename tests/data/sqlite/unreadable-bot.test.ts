import { beforeEach, expect, it } from 'vitest';
import { parseBotCounts } from '@/lib/contract/service-facts';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import type { Job } from '@/lib/jobs/job';
import { countBotsJob, foldHistoryJob, pruneHistoryJob } from '@/lib/jobs/list';
import { listOwnBots, searchBots } from '@/lib/services/bots/list';
import { SetAside } from '@/lib/services/set-aside';
import { findSilentBots } from '@/lib/services/silences/find';
import { T0 } from '@/tests/support/data/accounts';
import { db, directory, onSqlite, ports, store } from '@/tests/support/data/each-database';
import { ALL_BOTS, read, register, send, signedIn } from '@/tests/support/data/fixtures';
import { warningsOf } from '@/tests/support/data/warnings';
import { accepted } from '@/tests/support/result';

/** Only SQLite can read something else than the schema allows: from a damaged page. */
onSqlite();

const OWNER = 'owner-of-all';
/** Another one in each test: a row is warned of once a minute. */
let broken: string;
let made = 0;
const OTHERS = ['100000000000000001', '300000000000000001', '400000000000000001'];
const NEVER = new AbortController().signal;
const ADMIN = signedIn('admin', 'admin');

let reported: unknown[];
let aside: SetAside;
const run = (job: Job) => job.run(ports, NEVER, aside);
const column = async (sql: string) => (await db.rows(sql)).map((row) => Object.values(row)[0]);
const breakBot = async () => {
  await db.run('PRAGMA ignore_check_constraints = 1');
  await db.run(`UPDATE bots SET plan = 'gold' WHERE id = '${broken}'`);
};

beforeEach(async () => {
  broken = `2000000000000000${10 + made++}`;
  reported = [];
  aside = new SetAside((error) => reported.push(error));
  for (const id of [broken, ...OTHERS]) {
    await register(directory, { id, ownerId: OWNER, plan: 'business', registeredAtMs: T0 - 9 * DAY_MS });
  }
  await db.run(
    `INSERT INTO serving_times (from_ms, until_ms) VALUES (${T0 - 9 * DAY_MS}, ${T0 + 9 * DAY_MS})`,
  );
});

it('costs its own calls alone, also in a transaction with others', async () => {
  await breakBot();
  const calls = await Promise.allSettled([broken, ...OTHERS].map((botId) => read(store, { botId })));
  expect(calls.map(({ status }) => status)).toEqual(['rejected', ...OTHERS.map(() => 'fulfilled')]);
});

it.each([1, 2, 200])('does not stop the search for silent bots, %i at a time', async (suspects) => {
  for (const botId of [broken, ...OTHERS]) await send(store, { botId });
  await db.setClock(T0 + HOUR_MS);
  await breakBot();
  await findSilentBots(ports, NEVER, aside, { slice: 20_000, suspects, notify: 8 });
  expect(await column("SELECT bot_id FROM events WHERE type = 'bot.silent' ORDER BY bot_id")).toEqual(OTHERS);
});

it('does not stop what was found silent before it broke', async () => {
  for (const botId of [broken, ...OTHERS]) await send(store, { botId });
  await db.setClock(T0 + HOUR_MS);
  const call: typeof store.call = async (...args) => {
    await breakBot();
    return store.call(...args);
  };
  await findSilentBots({ ...ports, store: { call } }, NEVER, aside);
  expect(await column("SELECT bot_id FROM events WHERE type = 'bot.silent' ORDER BY bot_id")).toEqual(OTHERS);
  expect(reported).toHaveLength(1);
});

it('does not stop the folding and deletion of other histories', async () => {
  for (const [i, id] of [broken, ...OTHERS].entries()) {
    for (const atMs of [T0 - 8 * DAY_MS, T0 - 900 * DAY_MS]) {
      await db.run(`INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
        VALUES ('${id}', ${atMs + i}, 1, 1, 1, 1)`);
    }
  }
  await directory.write([], ({ folding }) => folding.start(T0));
  await db.run('UPDATE bots SET history_due_at_ms = 0');
  await breakBot();
  await run(pruneHistoryJob());
  expect(await column(`SELECT bot_id FROM reports WHERE at_ms < ${T0 - 100 * DAY_MS}`)).toEqual([broken]);
  await run(foldHistoryJob);
  expect(await column('SELECT bot_id FROM report_hours ORDER BY bot_id')).toEqual(OTHERS);
  expect(await column(`SELECT bot_id FROM reports WHERE bot_id = '${broken}'`)).toHaveLength(2);
});

it('is left out of lists and counts, with one warning a minute', async () => {
  await breakBot();
  const warnings = warningsOf();
  const own = await accepted(await listOwnBots(ports, signedIn(OWNER, 'owner'), ALL_BOTS)).read();
  expect(own.bots.map(({ id }) => id).sort()).toEqual(OTHERS);
  const query = { text: '', sort: 'id', isDescending: false, page: 1 };
  const found = accepted(await searchBots(ports, ADMIN, query));
  expect(found.rows.map(({ bot }) => bot.id)).toEqual(OTHERS);
  await run(countBotsJob());
  const [counts] = await column("SELECT value_json FROM service_facts WHERE name = 'bots'");
  const groups = parseBotCounts(JSON.parse(String(counts)))?.groups;
  expect(BOT_STATES.reduce((sum, state) => sum + (groups?.[state].count ?? 0), 0)).toBe(OTHERS.length);
  expect((await warnings()).filter((text) => text.includes(broken))).toHaveLength(1);
});
