import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { type Served, serve, suitePostgres } from '../../support/fault/serve';
import { queryWithoutStandby, withMissingStandby } from '../../support/process/database-url';
import type { TestBot } from '../../support/process/operator';
import { reportRequest } from '../../support/process/requests';

const MAY_BE_STORED = /may have been stored and counted/;
const NOTHING_STORED = /nothing of this call was stored or counted/;

const PER_SECOND = 60;
const PAUSE_MS = 1_000 / PER_SECOND;

const postgres = suitePostgres();
let on: Served;
beforeAll(async () => {
  on = await serve(postgres().url);
});
afterAll(() => on.stop());

async function send(bot: TestBot) {
  const response = await on.client.send(reportRequest(bot));
  return { status: response.status, message: response.json().message };
}

const asAdmin = (sql: string) => queryWithoutStandby(postgres().url, sql);

/** Cancels or terminates the connection whose commit waits, as soon as there is one. */
async function endWait(by: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  await expect
    .poll(
      async () => {
        const rows = await asAdmin(
          `SELECT ${by}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'botmeter'`,
        );
        return rows.length;
      },
      { interval: 5 },
    )
    .toBeGreaterThan(0);
}

it.each([
  ['its connection is closed', () => endWait('pg_terminate_backend')],
  ['its wait for a standby is cancelled', () => endWait('pg_cancel_backend')],
  ['its standby does not confirm in time', async () => {}],
])('a stored report gets a 503 that says it may have been stored when %s', async (_, disturb) => {
  const bot = await on.operator.bot();
  const [response] = await withMissingStandby([postgres().url], () => Promise.all([send(bot), disturb()]));
  expect(response).toEqual({ status: 503, message: expect.stringMatching(MAY_BE_STORED) });
  // Visible to other connections once the wait has ended.
  await expect
    .poll(() => on.operator.state(bot.id))
    .toMatchObject({ used: 1, reports: [{ serverCount: 4 }] });
});

it('calls whose commits wait for a standby in vain do not fill the server with sessions', async () => {
  const bots = await on.operator.bots(size(600, 3_600), 'business');
  const sessions = async () =>
    (await asAdmin(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'botmeter'`)).length;
  const seen = await withMissingStandby([postgres().url], async () => {
    const sent: Promise<Awaited<ReturnType<typeof send>>>[] = [];
    let most = 0;
    for (const bot of bots) {
      sent.push(send(bot));
      await setTimeout(PAUSE_MS);
      if (sent.length % PER_SECOND === 0) most = Math.max(most, await sessions());
    }
    return { most, responses: await Promise.all(sent) };
  });
  expect(seen.most).toBeLessThanOrEqual(20);
  expect(new Set(seen.responses.map(({ status }) => status))).toEqual(new Set([503]));
  figure(
    'PostgreSQL',
    `sessions while ${PER_SECOND} reports a second wait for a missing standby`,
    `at most ${seen.most}`,
  );
});

it('a report without a database connection gets a 503 that says nothing was stored', async () => {
  const bot = await on.operator.bot();
  await postgres().halt('SIGINT');
  const response = await send(bot);
  await postgres().resume();
  expect(response).toEqual({ status: 503, message: expect.stringMatching(NOTHING_STORED) });
});

it('a report whose write the database refuses gets a 503 that says nothing was stored', async () => {
  const bot = await on.operator.bot();
  await asAdmin(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON bots FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const response = await send(bot);
  await asAdmin('DROP TRIGGER refuse ON bots');
  expect(response).toEqual({ status: 503, message: expect.stringMatching(NOTHING_STORED) });
  expect(await on.operator.state(bot.id)).toMatchObject({ used: 0, reports: [] });
});
