import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import { paths } from '@/lib/contract/paths';
import type { Role } from '@/lib/domain/people/caller';
import { databaseUrlOf } from '../support/process/database-url';
import { openRawDatabase } from '../support/process/raw-database';
import { reportRequest } from '../support/process/requests';
import { makeBot, makePerson, type Site, sessionCookie, startSite } from '../support/site';

/** Starts one service per worker, and fails a test on any error that the browser reports. */
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
      // Leaving a page aborts its pending requests. Without scripts, theirs are `csp`; a violation is a console error too.
      if (reason !== 'net::ERR_ABORTED' && reason !== 'csp')
        faults.push(`request: ${request.url()} ${reason}`);
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

/** The browser reports these for a page or sign-in that a test expects to be refused. */
const isExpected = (text: string) => /status of (401|404)/.test(text);

/** Gives a browser the session of a person, without the sign-in form. */
export async function signIn(context: BrowserContext, site: Site, email: string): Promise<void> {
  const [name = '', value = ''] = (await sessionCookie(site, email)).split(/=(.*)/, 2);
  await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: 'Lax' }]);
}

/** Opens a person's start page with a session. */
export async function openAs(page: Page, site: Site, email: string): Promise<void> {
  await signIn(page.context(), site, email);
  await page.goto(site.origin + paths.bots);
}

let bots = 0;
/** A snowflake that no other test of this worker uses. */
export const newBotId = (): string => String(1_183_746_529_000_000_000n + BigInt(++bots));

let people = 0;
export const newEmail = (): string => `person${++people}@example.org`;

/** Creates a person; returns the email address. */
export async function newPerson(site: Site, name?: string, role: Role = 'owner'): Promise<string> {
  return (await makePerson(site, newEmail(), role, name)).email;
}

/** Reports over the API as a bot does; returns the status. */
export async function report(site: Site, key: string, id: string, serverCount: number): Promise<number> {
  const counts = { serverCount, userCount: serverCount * 50 };
  const { path, ...request } = reportRequest({ id, key }, counts);
  return (await fetch(site.origin + path, request)).status;
}

/** A bot, registered with its first report, with reports at the given ages, oldest first: by default one of 1 000 servers, then 1 001, … */
export async function botWithReports(
  site: Site,
  agesMs: readonly number[],
  serversAt = (at: number): number => 1_000 + at,
) {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, name: 'Charted', plan: 'business' });
  const nowMs = Date.now();
  const rows = agesMs.map((age, at) => {
    const servers = serversAt(at);
    return `('${id}', ${nowMs - age}, ${at}, ${servers}, ${49_000 + servers}, 1)`;
  });
  const raw = openRawDatabase(databaseUrlOf(site.databaseUrl));
  await raw.run(
    `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count) VALUES ${rows}`,
  );
  await raw.run(
    `UPDATE bots SET registered_at_ms = ${nowMs - (agesMs[0] ?? 0)}, last_report_at_ms = ${nowMs - (agesMs.at(-1) ?? 0)}, server_count = 1, user_count = 1, shard_count = 1 WHERE id = '${id}'`,
  );
  await raw.close();
  return { email, id, url: site.origin + paths.bot(id).page };
}

/** Clicks a button until what it opens is visible: the page may not be hydrated yet, and what it opens is loaded then. */
async function openWith(button: Locator, opened: Locator): Promise<void> {
  await expect(async () => {
    // A second click would wait for what the first one has opened.
    if (!(await opened.isVisible())) await button.click({ timeout: 2_000 });
    await expect(opened).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Opens the dialog of a button. */
export const openDialog = (page: Page, button: string): Promise<void> =>
  openWith(page.getByRole('button', { name: button }).first(), page.getByRole('dialog'));

/** The dialog on a bot's page that sends a report. */
/** What charts show, behind its words. */
export const rangeMenu = (page: Page): Locator => page.locator('details:has(nav[aria-label="Range"])');
export async function chooseRange(page: Page, name: string): Promise<void> {
  const menu = rangeMenu(page);
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
  await menu.getByRole('link', { name, exact: true }).click();
}

export const sendForm = (page: Page): Locator => page.getByRole('dialog', { name: 'Send stats now' });
export const openSendForm = (page: Page): Promise<void> =>
  openWith(page.locator('summary', { hasText: 'Send stats now' }), sendForm(page));
/** Sends it although its button is off, as a page does whose last read is a moment old: the service decides. */
export const sendAnyway = (page: Page): Promise<void> =>
  sendForm(page)
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.requestSubmit());

/** Chooses an item of the menu of a button. */
export async function chooseFrom(page: Page, button: string | RegExp, item: string): Promise<void> {
  await openWith(page.getByRole('button', { name: button }).first(), page.getByRole('menu'));
  await page.getByRole('menuitem', { name: item }).click();
}

/** Chooses an item of the actions menu of `name`. */
export const chooseAction = (page: Page, name: string, item: string): Promise<void> =>
  chooseFrom(page, `Actions for ${name}`, item);

/** Lays out also what is far from the screen, which a browser skips until it comes near. */
export const layOutAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>('section, article, tr');
    for (const part of parts) part.style.contentVisibility = 'visible';
  });

/** Stops the clock of a page at a time from now on. Before, React hydrates the page: time must not run ahead of its timers. */
export async function stopClock(page: Page, inMs: number): Promise<void> {
  const isHydrated = () =>
    page.evaluate(() => {
      const last = [...document.querySelectorAll('main *')].at(-1) ?? document.body;
      return Object.keys(last).some((name) => name.startsWith('__reactFiber'));
    });
  await expect.poll(isHydrated).toBe(true);
  const { answered, end } = noteRequests(page);
  await page.clock.pauseAt(Date.now() + inMs);
  // The jump lets reads fall due. While one of them runs, the page does not begin the same again.
  await answered();
  end();
}

/** Lets time of a page with a clock of its own pass; each request gets its response within half a second of it. */
export async function passTime(page: Page, ms: number): Promise<readonly Response[]> {
  const { responses, answered, end } = noteRequests(page);
  for (let passed = 0; passed < ms; passed += 500) {
    await page.clock.runFor(500);
    await answered();
  }
  end();
  return responses;
}

/** Lets a page handle the responses that it has received, which a busy machine may do later than its clock goes on. */
const turn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      }),
  );

/** Notes the requests of a page until `end`; `answered` waits until each has its response. */
function noteRequests(page: Page) {
  const responses: Response[] = [];
  const pending = new Set<Request>();
  const onRequest = (request: Request) => pending.add(request);
  const onFailure = (request: Request) => pending.delete(request);
  const onResponse = async (response: Response) => {
    responses.push(response);
    // The browser does not tell the end of a 304, nor of a refusal whose body nobody reads.
    // One that began before may be under way when the page is closed.
    if (response.ok()) await response.finished().catch(() => {});
    pending.delete(response.request());
  };
  page.on('request', onRequest).on('requestfailed', onFailure).on('response', onResponse);
  return {
    responses,
    async answered() {
      do {
        await expect.poll(() => pending.size, { intervals: [10] }).toBe(0);
        await turn(page);
      } while (pending.size > 0);
    },
    end: () => page.off('request', onRequest).off('requestfailed', onFailure).off('response', onResponse),
  };
}

/** Saves one setting of a bot, which has a form of its own. */
export const saveSetting = (page: Page, name: 'Name' | 'Silent after') =>
  page.getByRole('region', { name }).getByRole('button', { name: 'Save' });
