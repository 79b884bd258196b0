import { openHand } from '../support/process/hand';
import { makeBot, makePerson, type Site } from '../support/site';
import { violations } from './axe';
import { expect, newBotId, newEmail, signIn, test } from './support';

/** A table is taken away under the running service, and put back: what damage to the database looks like. */
async function rename(site: Site, from: string, to: string): Promise<void> {
  const hand = openHand(site.databaseUrl);
  await hand.run(`ALTER TABLE ${from} RENAME TO ${to}`);
  await hand.close();
}

test('a page that cannot be read says so, in every look, and comes back with “Try again”', async ({
  browser,
  site,
}) => {
  // A page of its own: that the server fails is an error in the console here, and meant.
  const page = await browser.newPage();
  const [email, id] = [newEmail(), newBotId()];
  await makePerson(site, email, 'owner', 'Kim');
  await makeBot(site, { id, owner: email });
  await signIn(page, site, email);
  await rename(site, 'api_keys', 'away');
  const answer = await page.goto(`${site.origin}/bots/${id}/keys`);
  expect(answer?.status()).toBe(500);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, height] of [
      [1_280, 800],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      const look = `${colorScheme} at ${width} px`;
      await expect(page.getByRole('alert').filter({ hasText: 'This page could not be shown' })).toBeVisible();
      expect(await violations(page), look).toEqual([]);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, look).toBeLessThanOrEqual(0);
    }
  }
  // What the operator looks for in the log, and nothing of the fault itself.
  const digest = (await page.getByText('For the operator:').locator('code').textContent()) ?? '';
  expect(digest).toMatch(/^\d+$/);
  expect(site.output()).toContain(digest);
  expect(await page.content()).not.toContain('no such table');

  await expect(page).toHaveTitle(/Botmeter/);

  const tryAgain = page.getByRole('button', { name: 'Try again' });
  const failures = () => site.output().split('no such table: api_keys').length;
  const before = failures();
  await tryAgain.click();
  await expect.poll(failures).toBeGreaterThan(before);
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await rename(site, 'away', 'api_keys');
  await expect(async () => {
    await tryAgain.click({ timeout: 1_000 });
    await expect(tryAgain).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/keys/i);
  await page.close();
});
