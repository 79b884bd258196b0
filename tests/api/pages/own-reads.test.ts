import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { reportRequest } from '@/tests/support/process/requests';
import { makeBot, makeKey, makePerson, sessionCookie } from '@/tests/support/site';
import { rawDatabaseOf, siteForFile } from '@/tests/support/test-site';

const OWNER = 'owner@example.org';
const BOT = '1483746529000000001';

const site = siteForFile();
const rawDatabase = rawDatabaseOf(site);
let key: string;
let cookie: string;
beforeAll(async () => {
  await makePerson(site, OWNER, 'owner');
  await makeBot(site, { id: BOT, owner: OWNER });
  // Enough bots and days that both responses are worth compressing.
  for (let n = 2; n <= 6; n++) await makeBot(site, { id: BOT.replace(/1$/, String(n)), owner: OWNER });
  const hoursAgo = [20, 10, 1].map((hours) => `('${BOT}', ${Date.now() - hours * HOUR_MS}, 0, 1, 1, 1)`);
  await rawDatabase.run(
    `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${hoursAgo}`,
  );
  await rawDatabase.run('UPDATE bots SET registered_at_ms = registered_at_ms - 2600000000');
  ({ key } = await makeKey(site, BOT));
  cookie = await sessionCookie(site, OWNER);
});

/** An open page repeats these reads every few seconds. */
const READS = ['/api/dashboard/bots', `/api/dashboard/bots/${BOT}?range=24h`];
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers: { cookie, ...headers } });

async function readUsage() {
  const usage = await fetch(`${site.origin}/api/v1/usage`, { headers: { Authorization: `Bearer ${key}` } });
  expect(usage.status).toBe(200);
}

const withoutTimes = (text: string) => text.replace(/\d{13}|[\d.]+(?=[,}])/g, '0');

describe.each(READS)('%s', (path) => {
  it('has the same content compressed, for clients that accept it', async () => {
    const plain = await read(path, { 'Accept-Encoding': 'gzip;q=0' });
    const compressed = await read(path, { 'Accept-Encoding': 'gzip' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    for (const { headers } of [plain, compressed]) expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(withoutTimes(await compressed.text())).toBe(withoutTimes(await plain.text()));
  });

  it('is not sent again to a client that has the current version, and is after a change', async () => {
    let etag = '';
    // Polled, because time alone makes a new version every few minutes.
    const again = async () => {
      etag = (await read(path)).headers.get('etag') ?? '';
      const response = await read(path, { 'If-None-Match': etag });
      return [response.status, await response.text(), response.headers.get('etag') === etag];
    };
    await expect.poll(again).toEqual([304, '', true]);
    await readUsage();
    const changed = await read(path, { 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('shows nobody else that a version is current', async () => {
    const etag = (await read(path)).headers.get('etag') ?? '';
    expect((await read(path, { 'If-None-Match': etag, cookie: '' })).status).toBe(401);
  });
});

it('a report makes a new version of its bot', async () => {
  const [, path = ''] = READS;
  const etag = (await read(path)).headers.get('etag') ?? '';
  const { path: reportPath, ...report } = reportRequest({ id: BOT, key });
  expect((await fetch(site.origin + reportPath, report)).status).toBe(200);
  const { lastReport } = await (await read(path, { 'If-None-Match': etag })).json();
  expect(lastReport).not.toBeNull();
});
