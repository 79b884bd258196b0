import { test as base, expect, type Page } from '@playwright/test';
import { PASSWORD, type Site, startSite } from '../support/site';

/** A service of its own for each worker, and a page that fails its test on any error that a browser shows. */
export const test = base.extend<{ page: Page }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the library reads the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text()))
        faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Leaving a page ends what it was still asking for.
      if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${reason}`);
    });
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };

/** The browser itself reports these for a page or a sign-in that is meant to be refused. */
const isExpected = (text: string) => /status of (401|404)/.test(text);

export async function signIn(page: Page, site: Site, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`${site.origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${site.origin}/bots`);
}

let bots = 0;
/** A snowflake that no other test of this worker uses. */
export const newBotId = (): string => String(1_183_746_529_000_000_000n + BigInt(++bots));

let people = 0;
export const newEmail = (): string => `person${++people}@example.org`;

/** Reports over the API as a bot does; the status of the answer. */
export async function report(site: Site, key: string, botId: string, serverCount: number): Promise<number> {
  const answer = await fetch(`${site.origin}/api/v1/bots/stats`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ botId, serverCount, userCount: serverCount * 50 }),
  });
  return answer.status;
}

/** Opens the dialog behind a button, once the page's scripts have come to answer it. */
export async function openDialog(page: Page, button: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Chooses an item of the menu of actions for `name`. */
export async function chooseAction(page: Page, name: string, item: string): Promise<void> {
  await expect(async () => {
    await page
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click();
    await expect(page.getByRole('menu')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('menuitem', { name: item }).click();
}
