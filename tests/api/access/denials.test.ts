import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ClientContext, createClients } from '@/tests/support/clients';
import { openRawDatabase } from '@/tests/support/process/raw-database';
import { actionIds, actionRequest } from '@/tests/support/server-action';
import { type Site, startSite } from '@/tests/support/site';

/** Neither the response nor its time tells another owner's bot from one that does not exist. */

let site: Site;
let context: ClientContext;
beforeAll(async () => {
  site = await startSite();
  context = await createClients(site);
});
afterAll(() => site.stop());

const UNKNOWN_BOT = '1283746529999999999';

/** "Send stats now" for a bot, by the owner of another bot. A refusal only reads the database. */
async function sendFor(botId: string, target = site): Promise<string> {
  const id = actionIds().get('app/actions/send-stats.ts#sendStatsAction') ?? '';
  const fields = { botId, serverCount: '1', userCount: '2', shardCount: '1' };
  const headers = { ...context.headers['other owner'], origin: target.origin };
  const response = await fetch(`${target.origin}/account`, actionRequest(id, fields, headers));
  const text = await response.text();
  expect(response.status).toBe(200);
  return text.replaceAll(botId, '<bot>');
}

const denials = async () => {
  const query = { text: 'deny', sort: 'time', isDescending: true, page: 1 };
  const { rows } = await site.ports.directory.read(({ access }) => access.search(query));
  return rows.filter(({ kind }) => kind === 'deny').reduce((sum, { count }) => sum + count, 0);
};

test('a denial is answered before it is written: nothing that writes can hold its response up', async () => {
  const before = await denials();
  const rawDatabase = openRawDatabase(site.databaseUrl);
  onTestFinished(() => rawDatabase.close());
  const letGo = await rawDatabase.holdWrites();
  const [foreign, unknown] = await Promise.all([sendFor(context.botId), sendFor(UNKNOWN_BOT)]);
  expect(foreign).toContain('There is no such bot.');
  expect(foreign).toBe(unknown);
  expect(await denials()).toBe(before);
  await letGo();
  await expect.poll(denials, { timeout: 10_000 }).toBe(before + 1);
});
