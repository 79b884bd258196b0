import { expect, it } from 'vitest';
import { PLANS } from '@/lib/domain/quota/plan';
import { actionRequest } from '../../support/browser-jar';
import { createClients } from '../../support/site';
import { rawDatabaseOf, siteForFile } from '../../support/test-site';

const TOKEN = 'a-token-for-prometheus';
const site = siteForFile({ METRICS_TOKEN: TOKEN, REPORT_HOLD_MS: '5000' });
const database = rawDatabaseOf(site);

/** The number of reports that the server holds now. */
async function heldReports(): Promise<number> {
  const response = await fetch(`${site.origin}/api/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  return Number(/^botmeter_reports_held (\d+)$/m.exec(await response.text())?.[1]);
}

it('"Send stats now" a little early waits, and leaves nothing behind if the page is left', async () => {
  const { botId, headers } = await createClients(site);
  const rows = () => database.rows('SELECT * FROM bots WHERE id = ?', botId);
  const sendWith = async (dueInMs: number, signal: AbortSignal | null = null) => {
    const lastMs = Date.now() + dueInMs - PLANS.free.intervalMinutes * 60_000;
    await database.run(
      `UPDATE bots SET ${database.bumpVersion}last_report_at_ms = ?, server_count = 1, user_count = 1, shard_count = 1 WHERE id = ?`,
      lastMs,
      botId,
    );
    const fields = { botId, serverCount: '4', userCount: '273', shardCount: '1' };
    const own = { ...headers.owner, origin: site.origin };
    const request = actionRequest('lib/actions/send-stats.ts#sendStatsAction', fields, own);
    return fetch(`${site.origin}/bots/${botId}`, { ...request, signal });
  };
  const page = new AbortController();
  const left = sendWith(4_900, page.signal).catch(() => 'left');
  await expect.poll(heldReports, { interval: 10 }).toBe(1);
  const before = await rows();
  page.abort();
  expect(await left).toBe('left');
  await expect.poll(heldReports, { interval: 10 }).toBe(0);
  expect(await rows()).toEqual(before);
  expect(await (await sendWith(500)).text()).toContain('The report is accepted.');
});
