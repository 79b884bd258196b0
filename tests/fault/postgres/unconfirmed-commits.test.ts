import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../support/postgres.mjs';
import { Client } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { reportRequest } from '../../support/process/requests';
import { type Service, startService, stopService } from '../../support/process/service';

const MAY_BE_STORED = /may have been stored and counted/;
const NOTHING_STORED = /nothing of this call was stored or counted/;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let service: Service;
let client: Client;
let operator: Operator;

beforeAll(async () => {
  postgres = await startPostgres();
  service = await startService({ databaseUrl: postgres.url });
  await createOwner(postgres.url);
  operator = new Operator(postgres.url);
  client = new Client(service.port);
});
afterAll(async () => {
  client.close();
  await operator.close();
  await stopService(service);
  await postgres.stop();
});

async function send(bot: TestBot) {
  const answer = await client.send(reportRequest(bot));
  return { status: answer.status, message: answer.json().message };
}

/** The rows of a query over a connection of its own, which waits for no standby. */
async function asAdmin(sql: string) {
  const admin = new pg.Client({ connectionString: postgres.url, options: '-c synchronous_commit=local' });
  await admin.connect();
  try {
    return (await admin.query(sql)).rows;
  } finally {
    await admin.end();
  }
}

/** While commits wait for a standby that there is not, they are on disk and unconfirmed. */
async function withoutStandby<R>(work: () => Promise<R>): Promise<R> {
  const setStandbys = async (names: string) => {
    await asAdmin(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await asAdmin('SELECT pg_reload_conf()');
  };
  await setStandbys('never');
  try {
    return await work();
  } finally {
    await setStandbys('');
  }
}

/** Does `what` to the connection whose commit waits, as soon as there is one. */
async function toWaiting(what: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  await expect
    .poll(
      async () => {
        const rows = await asAdmin(
          `SELECT ${what}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'botmeter'`,
        );
        return rows.length;
      },
      { timeout: 10_000, interval: 5 },
    )
    .toBeGreaterThan(0);
}

it.each([
  ['its connection is ended', () => toWaiting('pg_terminate_backend')],
  ['its wait for a standby is cancelled', () => toWaiting('pg_cancel_backend')],
  ['its standby does not answer in time', async () => {}],
])('a report that is stored while %s is answered 503, which says that it may be', async (_, disturb) => {
  const bot = await operator.bot();
  const [answer] = await withoutStandby(() => Promise.all([send(bot), disturb()]));
  expect(answer).toEqual({ status: 503, message: expect.stringMatching(MAY_BE_STORED) });
  // Others see it when its wait has ended.
  await expect.poll(() => operator.state(bot.id)).toMatchObject({ used: 1, reports: [{ serverCount: 4 }] });
});

it('a report that found no connection is answered 503, which says that nothing was stored', async () => {
  const bot = await operator.bot();
  await postgres.halt('SIGINT');
  const answer = await send(bot);
  await postgres.resume();
  expect(answer).toEqual({ status: 503, message: expect.stringMatching(NOTHING_STORED) });
});

it('a report whose write the database refuses is answered 503, which says that nothing was stored', async () => {
  const bot = await operator.bot();
  await asAdmin(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON bots FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const answer = await send(bot);
  await asAdmin('DROP TRIGGER refuse ON bots');
  expect(answer).toEqual({ status: 503, message: expect.stringMatching(NOTHING_STORED) });
  expect(await operator.state(bot.id)).toMatchObject({ used: 0, reports: [] });
});
