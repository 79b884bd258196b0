import { paths } from '@/lib/contract/paths';
import { makeBot, makeKey } from '../support/site';
import { expectAccessible } from './axe';
import { chooseAction, expect, newBotId, newPerson, openAs, report, test } from './support';

/** Managers and viewers of a bot, in the browser. */

test('a manager is added with three clicks and their address, accepts, and becomes a viewer without forms', async ({
  page,
  site,
  browser,
}) => {
  const [owner, email, id] = [await newPerson(site), await newPerson(site, 'Ann'), newBotId()];
  await makeBot(site, { id, owner, name: 'Lantern' });
  await report(site, (await makeKey(site, id)).key, id, 5);
  await openAs(page, site, owner);
  await page.goto(site.origin + paths.bot(id).page);
  let clicks = 0;
  const click = async (role: 'link' | 'button', name: string) => {
    await page.getByRole(role, { name, exact: true }).click();
    clicks++;
  };
  await click('link', 'Settings');
  await click('button', 'Add person');
  await page.getByLabel('Email').fill(email);
  await click('button', 'Ask them');
  expect(clicks).toBe(3);
  const people = page.getByRole('table', { name: 'People of the bot' });
  await expect(people).toContainText('Asked');
  await expectAccessible(page, 'the people of a bot', people);

  const other = await (await browser.newContext()).newPage();
  await openAs(other, site, email);
  await other.goto(site.origin + paths.bots);
  await expect(other.getByText('asks you to become a manager of Lantern')).toBeVisible();
  expect((await other.goto(site.origin + paths.bot(id).page))?.status()).toBe(404);
  await other.goto(site.origin + paths.bots);
  await other.getByRole('button', { name: 'Accept' }).click();
  await other.getByRole('link', { name: 'Lantern' }).click();
  await expect(other.getByText('Send stats now').first()).toBeVisible();

  await page.reload();
  await chooseAction(page, 'Ann', 'Change role…');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(people).toContainText('Viewer');
  for (const path of Object.values(paths.bot(id)).filter((path) => path !== paths.bot(id).alerts)) {
    expect((await other.goto(site.origin + path))?.status()).toBe(200);
    await expect(other.locator('main form:has(input[name=botId])')).toHaveCount(0);
    for (const name of [/^add/i, /^create/i, /delete/i, /rotate/i, /send/i])
      await expect(other.locator('main').getByRole('button', { name })).toHaveCount(0);
  }
  await expectAccessible(other, 'what a viewer may set');
  await other.getByRole('button', { name: 'Leave…' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(other.getByRole('heading', { name: 'My bots' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Lantern' })).toHaveCount(0);
  await other.context().close();
});
