import { expect, onTestFinished, test } from 'vitest';
import { actionRequest } from '@/tests/support/browser-jar';
import { openRawDatabase } from '@/tests/support/process/raw-database';
import { createClients } from '@/tests/support/site';
import { forFile, siteForFile } from '@/tests/support/test-site';

/** Neither the response nor its time distinguishes another owner's bot from an unknown one. */

const site = siteForFile();
const context = forFile(() => createClients(site));

const UNKNOWN_BOT = '1283746529999999999';

/** "Send stats now" for a bot, by the owner of another bot. A refusal only reads the database. */
async function sendFor(botId: string, target = site): Promise<string> {
  const action = 'lib/actions/send-stats.ts#sendStatsAction';
  const fields = { botId, serverCount: '1', userCount: '2', shardCount: '1' };
  const headers = { ...context.headers['other owner'], origin: target.origin };
  const response = await fetch(`${target.origin}/account`, actionRequest(action, fields, headers));
  const text = await response.text();
  expect(response.status).toBe(200);
  return text.replaceAll(botId, '<bot>');
}

const denials = async () => {
  const query = { text: 'deny', sort: 'time', isDescending: true, page: 1 };
  const { rows } = await site.ports.directory.read(({ access }) => access.search(query));
  return rows.filter(({ kind }) => kind === 'deny').reduce((sum, { count }) => sum + count, 0);
};

test('a denial is written after its response, so a blocked database does not delay it', async () => {
  const before = await denials();
  const rawDatabase = openRawDatabase(site.databaseUrl);
  onTestFinished(() => rawDatabase.close());
  const release = await rawDatabase.holdWrites();
  const [foreign, unknown] = await Promise.all([sendFor(context.botId), sendFor(UNKNOWN_BOT)]);
  expect(foreign).toContain('There is no such bot.');
  expect(foreign).toBe(unknown);
  expect(await denials()).toBe(before);
  await release();
  await expect.poll(denials).toBe(before + 1);
});
