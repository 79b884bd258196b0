import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { paths } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { createSource, pauseSource } from '@/lib/services/votes/sources';
import { accepted } from '../support/result';
import { makeBot, type Site } from '../support/site';
import { expectAccessible, expectAccessibleInBothThemes } from './axe';
import { chooseAction, chooseRange, expect, newBotId, newPerson, openAs, openDialog, test } from './support';

const VOTER = '160105994217586689';

async function botOf(site: Site) {
  const [email, botId] = [await newPerson(site), newBotId()];
  await makeBot(site, { id: botId, owner: email, name: 'Voted for' });
  return { email, botId, url: site.origin + paths.bot(botId).votes };
}

/** Sends a vote as a list of the kind `generic` does; returns the status and what became of it. */
async function vote(address: string, secret: string, id: string, userId = VOTER) {
  const body = JSON.stringify({ userId, username: 'Nelly', weight: 2 });
  const now = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  const response = await fetch(address, { method: 'POST', headers, body });
  return [response.status, (await response.json()).data?.stored];
}

/** Stores votes of `count` users, the newest a minute ago, over a source of their own. */
async function storeVotes({ ports }: Site, botId: string, count: number, name = 'A list'): Promise<string> {
  const made = accepted(await createSource(ports, OPERATOR, { botId, kind: 'topgg', name }));
  const { id: sourceId } = made.source;
  await ports.directory.write([], ({ votes }, nowMs) =>
    votes.insert(
      Array.from({ length: count }, (_, at) => ({
        id: ports.secrets.newId(),
        botId,
        sourceId,
        userId: `user-${at}`,
        username: null,
        weight: 1,
        votedAtMs: nowMs - (at + 1) * MINUTE_MS,
        expiresAtMs: nowMs + HOUR_MS,
        storedAtMs: nowMs,
      })),
    ),
  );
  return sourceId;
}

const figure = (page: Page, name: string) =>
  page.locator('[data-figure]').filter({ has: page.getByText(name, { exact: true }) });
const row = (page: Page, text: string, table = 'Voters, newest first') =>
  page.getByRole('region', { name: table }).getByRole('row').filter({ hasText: text });
const sourceCard = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Sources of votes' }).getByRole('listitem').filter({ hasText: name });

test('a source is added, brings a vote, is paused and resumed, and deleted; its user is purged', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const { email, url } = await botOf(site);
  await openAs(page, site, email);
  await page.goto(url);
  await expect(page.getByText('No sources')).toBeVisible();
  await expect(page.getByText('No votes in this range.')).toBeVisible();
  await openDialog(page, 'Add source');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('List').selectOption('discords');
  await expect(dialog.getByText('follows the code of third parties')).toBeVisible();
  await dialog.getByLabel('List').selectOption('generic');
  await dialog.getByLabel('Name').fill('Mine');
  await dialog.getByLabel('Secret (optional)').fill('short');
  await dialog.getByRole('button', { name: 'Add source' }).click();
  await expect(dialog.getByText(/^The secret is "whsec_"/).first()).toBeVisible();
  await expect(dialog.getByLabel('List')).toHaveValue('generic');
  await expect(dialog.getByLabel('Name')).toHaveValue('Mine');
  await dialog.getByLabel('Secret (optional)').fill('');
  await dialog.getByRole('button', { name: 'Add source' }).click();
  const shown = dialog.getByRole('region', { name: 'Secret', exact: true });
  await expect(shown).toHaveText(/^whsec_/);
  await expect(shown.locator('pre')).toHaveAttribute('translate', 'no');
  const secret = (await shown.textContent()) ?? '';
  const address = (await dialog.getByRole('region', { name: 'Address for the list' }).textContent()) ?? '';
  expect(address).toMatch(new RegExp(`^${site.origin}/hooks/votes/[\\w-]+$`));
  await expectAccessible(page, 'the new source', shown);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(sourceCard(page, 'Mine')).toContainText('0 votes');
  expect(await page.content()).not.toContain(secret);

  expect(await vote(address, secret, 'one')).toEqual([200, true]);
  // Without a reload.
  await expect(row(page, VOTER)).toContainText('Nelly', { timeout: 40_000 });
  await expect(figure(page, 'Today')).toContainText('2');
  expect(await page.content()).not.toContain(secret);
  expect(await vote(address, secret, 'one')).toEqual([200, false]);
  expect((await vote(address, `whsec_${'A'.repeat(44)}`, 'forged'))[0]).toBe(401);

  await chooseAction(page, 'Mine', 'Pause…');
  await dialog.getByRole('button', { name: 'Pause source' }).click();
  await expect(sourceCard(page, 'Mine')).toContainText('Paused');
  expect(await vote(address, secret, 'two', 'another')).toEqual([200, false]);
  await openDialog(page, 'Resume… Mine');
  await dialog.getByRole('button', { name: 'Resume source' }).click();
  await expect(sourceCard(page, 'Mine')).toContainText('On');

  await page.getByRole('link', { name: 'Address and log of Mine' }).click();
  const log = page.getByRole('region', { name: 'Deliveries, newest first' });
  await expect(log.getByRole('row')).toContainText([
    'Status',
    'Not stored: the source is paused',
    'A repeat of a vote that is stored already',
    'Stored as a vote',
  ]);
  await expect(page.getByText(address)).toBeVisible();
  expect(await vote(address, secret, 'one')).toEqual([200, false]);
  // Without a reload.
  await expect(log.getByRole('row')).toHaveCount(5, { timeout: 40_000 });
  await page.getByRole('link', { name: 'All votes' }).click();

  await chooseAction(page, 'Nelly', 'Delete this user’s votes…');
  await expect(dialog.getByLabel('Id of the user')).toHaveValue(VOTER);
  await dialog.getByRole('button', { name: 'Delete votes' }).click();
  await expect(page.getByText('No votes yet')).toBeVisible();
  await expect(figure(page, 'All')).toContainText('2');

  await chooseAction(page, 'Mine', 'Delete…');
  await dialog.getByRole('button', { name: 'Delete source' }).click();
  await expect(sourceCard(page, 'Mine')).toContainText('Deleted');
  await expect(figure(page, 'All')).toContainText('2');
  expect((await vote(address, secret, 'three'))[0]).toBe(404);
});

test('the tab passes axe and fits 320 px with no votes, one and 10 000, and so does a log', async ({
  page,
  site,
}) => {
  test.setTimeout(300_000);
  const { email, botId, url } = await botOf(site);
  await openAs(page, site, email);
  await page.goto(url);
  await expectAccessibleInBothThemes(page, 'no votes');
  await storeVotes(site, botId, 1, 'Unbreakable'.repeat(7));
  await page.reload();
  await expectAccessibleInBothThemes(page, 'one vote');
  for (let i = 0; i < 5; i++) {
    const sourceId = await storeVotes(site, botId, 2_000, `List ${i}`);
    if (i === 0) accepted(await pauseSource(site.ports, OPERATOR, sourceId));
  }
  await page.reload();
  await expect(figure(page, 'All')).toContainText('10,001');
  await expectAccessibleInBothThemes(page, '10 000 votes');
  await page.getByRole('link', { name: 'Address and log of List 0' }).click();
  await expect(page.getByText('This source is paused')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a log');
});

test('without scripts the tab has totals, a drawn chart, sources with their logs, and all pages of voters', async ({
  browser,
  site,
}) => {
  const { email, botId, url } = await botOf(site);
  await storeVotes(site, botId, 20);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openAs(page, site, email);
  await page.goto(url);
  await expect(figure(page, 'All')).toContainText('20');
  await chooseRange(page, 'Last 7 days');
  await expect(page.getByRole('img', { name: /^Votes per day/ })).toBeVisible();
  expect(await page.locator('svg.drawn rect').count()).toBeGreaterThan(0);
  await expect(row(page, 'user-0')).toBeVisible();
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(row(page, 'user-19')).toBeVisible();
  await page.getByRole('link', { name: 'Newest' }).click();
  await page.getByRole('link', { name: 'Address and log of A list' }).click();
  await expect(page.getByText('Nothing received yet')).toBeVisible();
  await context.close();
});

test('another owner finds neither the tab nor a log', async ({ page, site }) => {
  const { botId, url } = await botOf(site);
  const sourceId = await storeVotes(site, botId, 1);
  await openAs(page, site, await newPerson(site));
  for (const address of [url, `${url}?source=${sourceId}`])
    expect((await page.goto(address))?.status()).toBe(404);
  const own = await botOf(site);
  await openAs(page, site, own.email);
  expect((await page.goto(`${own.url}?source=${sourceId}`))?.status()).toBe(404);
});
