import type { Page, Response } from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { countBots } from '@/lib/services/overview/overview';
import { createSource } from '@/lib/services/votes/sources';
import { accepted } from '../support/result';
import { makeKey, type Site } from '../support/site';
import { botWithReports, expect, newPerson, passTime, report, signIn, stopClock, test } from './support';

/** Every minute for a day, before that every other minute for a week, without a gap: a point in every bucket of both ranges. */
const AGES = [
  ...[...Array(4_320).keys()].map((at) => (10_080 - at * 2) * MINUTE_MS),
  ...[...Array(1_440).keys()].map((at) => (1_440 - at) * MINUTE_MS),
];
/** Up and down by up to 2 %, so that nothing is easy to compress. */
const busyBot = (site: Site) => botWithReports(site, AGES, (at) => 40_000 + ((at * 7_919) % 797));

/** Votes of each of the last 30 days, with more voters than a page lists. */
async function addVotes({ ports }: Site, botId: string): Promise<void> {
  const made = accepted(await createSource(ports, OPERATOR, { botId, kind: 'topgg', name: 'top.gg' }));
  const { id: sourceId } = made.source;
  await ports.directory.write([], ({ votes }, nowMs) =>
    votes.insert(
      Array.from({ length: 300 }, (_, at) => ({
        id: ports.secrets.newId(),
        botId,
        sourceId,
        weight: 1 + ((at * 7_919) % 97),
        userId: String(160_105_994_217_586_600n + BigInt(at)),
        username: `voter ${at}`,
        votedAtMs: nowMs - at * 144 * MINUTE_MS,
        expiresAtMs: nowMs + MINUTE_MS,
        storedAtMs: nowMs,
      })),
    ),
  );
}

/** A call of each kind, so that what used the quota is said. */
async function callAll(site: Site, id: string): Promise<void> {
  const { key } = await makeKey(site, id);
  const headers = { Authorization: `Bearer ${key}` };
  for (const path of ['usage', 'usage', 'votes', `bots/${id}`, `bots/${id}/analytics`, 'usage/breakdown']) {
    expect((await fetch(`${site.origin}/api/v1/${path}`, { headers })).status).toBe(200);
  }
}

/**
 * The bytes of the bodies that a page's first load receives, by resource type; its bytes are those on the wire. The code of
 * charts, which is loaded when one is seen, is a type of its own: of a page with charts all scripts that its HTML does not name.
 */
async function firstLoad(page: Page, url: string, isCharted: boolean): Promise<Map<string, number>> {
  const responses: Response[] = [];
  const note = (response: Response) => responses.push(response);
  page.on('response', note);
  const html = (await (await page.goto(url))?.text()) ?? '';
  if (isCharted) {
    // A chart is loaded when it is seen.
    await page.locator('[data-plot]').first().scrollIntoViewIfNeeded();
    await expect(page.locator('.recharts-surface').first()).toBeVisible();
  }
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const bytes = new Map<string, number>();
  for (const response of responses) {
    const resource = response.request().resourceType();
    const isOfCharts =
      resource === 'script' &&
      (isCharted
        ? !html.includes(new URL(response.url()).pathname)
        : (await response.text()).includes('recharts-wrapper'));
    const type = isOfCharts ? 'chart' : resource;
    const { responseBodySize } = await response.request().sizes();
    bytes.set(type, (bytes.get(type) ?? 0) + responseBodySize);
  }
  return bytes;
}

test('the first load of every page is small, and that of a bot with many reports too', async ({
  browser,
  site,
}) => {
  test.setTimeout(180_000);
  const admin = await newPerson(site, 'Plain', 'admin');
  const { id, url } = await busyBot(site);
  await addVotes(site, id);
  await callAll(site, id);
  // The overview draws the calls once they are counted, which a job does within a minute.
  await countBots(site.ports, null);
  const { page: _, ...tabs } = paths.bot(id);
  const JAVASCRIPT = { bot: 225_000, other: 215_000 };
  const tooLarge: string[] = [];
  const signedIn = [paths.bots, paths.account, ...Object.values(tabs), ...Object.values(paths.admin)];
  for (const [person, address, javascript] of [
    ...[paths.home, paths.login, paths.docs].map(
      (path) => [null, site.origin + path, JAVASCRIPT.other] as const,
    ),
    ...signedIn.map((path) => [admin, site.origin + path, JAVASCRIPT.other] as const),
    ...[url, `${url}?range=7d`, `${url}?range=all`].map((each) => [admin, each, JAVASCRIPT.bot] as const),
  ]) {
    // A new context has an empty cache.
    const context = await browser.newContext();
    const page = await context.newPage();
    if (person !== null) await signIn(context, site, person);
    const isCharted =
      address === site.origin + paths.admin.overview ||
      (address.startsWith(url) && !/alerts|settings|activity/.test(address));
    const bytes = await firstLoad(page, address, isCharted);
    await context.close();
    const bounds = {
      script: javascript,
      font: 60_000,
      ...(isCharted && { document: 25_000, chart: 140_000 }),
    };
    expect(bytes.has('chart'), address).toBe(isCharted);
    for (const [type, max] of Object.entries(bounds)) {
      const line = `${new URL(address).pathname} ${type}: ${bytes.get(type)} bytes`;
      test.info().annotations.push({ type: 'bytes', description: line });
      if ((bytes.get(type) ?? Number.POSITIVE_INFINITY) > max) tooLarge.push(line);
    }
  }
  expect(tooLarge).toEqual([]);
});

/** The bytes of a response, head included. The browser does not tell them for a 304. */
async function bytesOf(response: Response): Promise<number> {
  const lines = [
    'HTTP/1.1 200 OK',
    ...(await response.headersArray()).map(({ name, value }) => `${name}: ${value}`),
    '',
  ];
  const body = Number((await response.headerValue('content-length')) ?? 0);
  return lines.reduce((sum, line) => sum + line.length + 2, body);
}

/** What an open page is sent in a minute of its own clock. */
async function minuteOf(page: Page): Promise<{ reads: number; bytes: number }> {
  const responses = await passTime(page, MINUTE_MS);
  const bytes = await Promise.all(responses.map(bytesOf));
  return { reads: responses.length, bytes: bytes.reduce((a, b) => a + b, 0) };
}

test('an open page makes at most 18 reads and is sent at most 40 kB a minute while nothing happens', async ({
  browser,
  site,
}) => {
  const { email, id, url } = await busyBot(site);
  const { key } = await makeKey(site, id);
  const open = async (path: string) => {
    const page = await browser.newPage();
    await signIn(page.context(), site, email);
    await page.clock.install();
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await stopClock(page, 10_000);
    return page;
  };
  const note = (description: string) => test.info().annotations.push({ type: 'bytes', description });
  for (const path of [url, `${url}?range=7d`, site.origin + paths.bots, site.origin + paths.bot(id).keys]) {
    const page = await open(path);
    const { reads, bytes } = await minuteOf(page);
    await page.context().close();
    note(`${path}: ${reads} reads, ${bytes} bytes`);
    expect(reads).toBeGreaterThanOrEqual(6);
    expect(reads).toBeLessThanOrEqual(18);
    expect(bytes).toBeLessThanOrEqual(40_000);
  }
  const page = await open(url);
  expect(await report(site, key, id, 43_210)).toBe(200);
  const reported = await minuteOf(page);
  await expect(page.getByText('43,210').first()).toBeVisible();
  note(`${reported.bytes} bytes with a report`);
  // The series once more.
  expect(reported.bytes).toBeLessThanOrEqual(40_000);
});
