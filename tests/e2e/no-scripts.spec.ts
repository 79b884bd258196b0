import type { Browser, Locator, Page } from '@playwright/test';
import { docsPath, paths, withQuery } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { inviteUser, issueReset } from '@/lib/services/links/issue';
import { createWebhook } from '@/lib/services/webhooks/create';
import { PASSWORD } from '../support/browser-jar';
import { type FakeDiscord, startDiscord } from '../support/discord';
import { type MailServer, startMailServer } from '../support/mail-server';
import { accepted } from '../support/result';
import { makeBot, makeKey, type Site, startSite } from '../support/site';
import { expect, newBotId, newEmail, newPerson, openAs, signIn, test } from './support';

/**
 * Forms with a secret never put it into an address. With scripts blocked one can sign in and out, use links and send stats; all
 * else is read, and has no button that does nothing.
 */

let discord: FakeDiscord;
let mail: MailServer;
let site: Site;
test.beforeAll(async () => {
  discord = await startDiscord();
  mail = await startMailServer();
  site = await startSite({ ...discord.env, ...mail.env });
});
test.afterAll(async () => {
  await site.stop();
  await discord.stop();
  await mail.stop();
});

type Seen = { readonly fields: string; readonly method: string; readonly action: string };

/** The forms that are drawn and hold a secret, by the names of their fields. */
const secretForms = (page: Page): Promise<Seen[]> =>
  page.evaluate(() =>
    [...document.forms]
      .filter((form) => form.querySelector('[type=password], [name=token], [name=url], [data-secret]'))
      .map((form) => ({
        fields: [...form.querySelectorAll<HTMLInputElement>('[name]')]
          .map(({ name }) => name)
          .filter((name) => !name.startsWith('$'))
          .join(' '),
        method: form.method,
        action: form.getAttribute('action') ?? '',
      })),
  );

async function makePlaces() {
  const owner = await newPerson(site, 'Owner');
  const admin = await newPerson(site, 'Admin', 'admin');
  const botId = newBotId();
  await makeBot(site, { id: botId, owner, name: 'Walked', plan: 'premium' });
  await makeKey(site, botId);
  accepted(
    await createWebhook(site.ports, OPERATOR, {
      botId,
      url: 'https://example.org/hook',
      eventTypes: ['bot.silent'],
    }),
  );
  const invited = accepted(await inviteUser(site.ports, OPERATOR, { email: newEmail(), role: 'owner' }));
  const reset = accepted(await issueReset(site.ports, OPERATOR, { email: owner }));
  const bot = paths.bot(botId);
  const owned = [bot.page, bot.activity, bot.analytics, bot.alerts, bot.keys, bot.settings, paths.bots];
  const own = [...owned, paths.account, paths.notifications, paths.secondFactor];
  return {
    owner,
    admin,
    invited,
    reset,
    pages: {
      anonymous: [
        paths.home,
        paths.docs,
        docsPath('readAnalytics'),
        paths.login,
        withQuery(paths.login, { forgot: 'yes' }),
        withQuery(paths.invite, { token: invited.token }),
        withQuery(paths.reset, { token: reset.token }),
        withQuery(paths.unsubscribe, { token: 'a' }),
      ],
      owner: own,
      // Of a bot they see what its owner sees, and more in its head and among its settings.
      admin: [bot.page, bot.settings, ...Object.values(paths.admin)],
    },
  };
}

const blocked = async (browser: Browser) =>
  (await browser.newContext({ javaScriptEnabled: false })).newPage();

/** What React gives a form that only its scripts send. */
const SCRIPTED = /^javascript:throw/;

/** The controls that are drawn and would do nothing. */
const deadControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLButtonElement>(
        'button, [type=submit], [role=radiogroup], [role=button]',
      ),
    ]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !control.matches('[popovertarget], [aria-pressed]'))
      .filter(({ type, form }) => type !== 'submit' || form === null || form.action.startsWith('javascript:'))
      .map((control) => control.outerHTML),
  );

test('with scripts blocked no page has a control that does nothing, and every form with a secret posts or is not sent', async ({
  browser,
}) => {
  const places = await makePlaces();
  const found = new Set<string>();
  for (const role of ['anonymous', 'owner', 'admin'] as const) {
    const page = await blocked(browser);
    if (role !== 'anonymous') await signIn(page.context(), site, places[role]);
    for (const path of places.pages[role]) {
      await page.goto(site.origin + path);
      for (const { fields, method, action } of await secretForms(page)) {
        found.add(fields);
        const isSent = !SCRIPTED.test(action);
        expect([path, fields, isSent ? method : 'not sent', isSent && action]).toEqual([
          path,
          fields,
          isSent ? 'post' : 'not sent',
          isSent && '',
        ]);
      }
      expect([path, await deadControls(page)]).toEqual([path, []]);
    }
    await page.context().close();
  }
  // The tests below send each of them.
  expect([...found].sort()).toEqual([
    'callbackUrl email password',
    'callbackUrl password',
    'currentPassword password',
    'password',
    'token',
    'token password',
  ]);
});

/** A tooltip may lie over what a mouse would click. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press('Enter');
}

test('no form of a dialog could be sent as an address', async ({ page }) => {
  test.setTimeout(200_000);
  page.setDefaultTimeout(10_000);
  const places = await makePlaces();
  await openAs(page, site, places.admin);
  const dialogs = new Set<string>();
  for (const path of new Set([...places.pages.owner, ...places.pages.admin])) {
    await page.goto(site.origin + path);
    await page.waitForLoadState('networkidle');
    const buttons = page.getByRole('main').locator('button[type=button]:visible');
    for (let at = 0; at < (await buttons.count()); at++) {
      const opener = buttons.nth(at);
      if (
        !/…|^Actions for|^Edit|^Create key|^Add |^Register/.test(
          (await opener.innerText()) + ((await opener.getAttribute('aria-label')) ?? ''),
        )
      )
        continue;
      await press(opener);
      const items = page.getByRole('menuitem');
      const dialog = page.getByRole('dialog');
      await expect(items.first().or(dialog)).toBeVisible();
      const count = await items.count();
      for (let item = 0; item < Math.max(count, 1); item++) {
        if (count > 0) {
          if (item > 0) await press(opener);
          const chosen = items.nth(item);
          if ((await chosen.getAttribute('href')) !== null) {
            await page.keyboard.press('Escape');
            continue;
          }
          await press(chosen);
        }
        await expect(dialog).toBeVisible();
        dialogs.add(
          (await dialog.getAttribute('aria-labelledby')) === null
            ? ''
            : await dialog.getByRole('heading').first().innerText(),
        );
        for (const { fields, method, action } of await secretForms(page)) {
          expect([path, fields, method === 'post' || SCRIPTED.test(action)]).toEqual([path, fields, true]);
        }
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
    }
  }
  expect(dialogs.size).toBeGreaterThan(12);
});

test('set-up, sign-in, new password and links work with scripts blocked, and say what failed', {
  tag: '@journey',
}, async ({ browser }) => {
  test.setTimeout(180_000);
  const { owner, invited } = await makePlaces();
  const page = await blocked(browser);
  const submit = async (fields: Record<string, string>, button: string) => {
    for (const [label, value] of Object.entries(fields)) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    await page.getByRole('button', { name: button, exact: true }).click();
    expect(page.url()).not.toMatch(/passphrase|password=/);
  };

  await page.goto(site.origin + paths.account);
  await submit({ Email: owner, Password: 'not the right passphrase' }, 'Sign in');
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(owner);
  await submit({ Password: PASSWORD }, 'Sign in');
  await expect(page).toHaveURL(site.origin + paths.account);

  const discordCard = page.getByRole('region', { name: 'Discord' });
  const connect = async (password: string) => {
    await discordCard.getByLabel('Current password').fill(password);
    await discordCard.getByRole('button', { name: 'Connect Discord' }).click();
  };
  await connect('wrong');
  await expect(discordCard.getByText('The current password is wrong.')).toBeVisible();
  await connect(PASSWORD);
  await discordCard.getByRole('link', { name: 'Continue at Discord' }).click();
  await expect(page.getByText('Your Discord account is connected.')).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: 'This browser' }).getByRole('button').click();
  await expect(page).toHaveURL(site.origin + paths.home);
  await page.goto(site.origin + paths.login);

  await page.getByRole('button', { name: 'Sign in with Discord' }).click();
  await page.getByRole('link', { name: 'Continue at Discord' }).click();
  await expect(page).toHaveURL(site.origin + paths.bots);
  await page.context().clearCookies();

  const reset = accepted(await issueReset(site.ports, OPERATOR, { email: owner }));
  await page.goto(site.origin + withQuery(paths.reset, { token: reset.token }));
  await submit({ 'New password': 'short' }, 'Set password');
  await expect(page.getByText('The password needs at least 12 characters.')).toBeVisible();
  await submit({ 'New password': `${PASSWORD} 3` }, 'Set password');
  await expect(page).toHaveURL(site.origin + paths.bots);
  await page.context().clearCookies();

  discord.account = { id: '80351110224678999', email: 'elsewhere@example.org' };
  await page.goto(site.origin + withQuery(paths.invite, { token: invited.token }));
  await page.getByRole('button', { name: 'Sign in with Discord instead' }).click();
  await page.getByRole('link', { name: 'Continue at Discord' }).click();
  await expect(page).toHaveURL(site.origin + paths.bots);
  await page.context().clearCookies();

  await page.goto(site.origin + withQuery(paths.login, { forgot: 'yes' }));
  await submit({ Email: 'no address' }, 'Send a link');
  await expect(page.getByText('This is not an email address.')).toBeVisible();
  await submit({ Email: owner }, 'Send a link');
  await expect(page.getByText('If someone here has this address')).toBeVisible();
  await page.context().close();
});

test('set-up works with scripts blocked, and says what failed', async ({ browser }) => {
  const own = await startSite();
  const page = await blocked(browser);
  await page.goto(own.origin + (/\/setup\?token=[\w-]+/.exec(own.output())?.[0] ?? ''));
  expect(await secretForms(page)).toEqual([{ fields: 'token email password', method: 'post', action: '' }]);
  await page.getByLabel('Email').fill('root@example.org');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create admin' }).click();
  await expect(page.getByText('The password needs at least 12 characters.')).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create admin' }).click();
  await expect(page).toHaveURL(own.origin + paths.admin.overview);
  await page.context().close();
  await own.stop();
});

test('an address with a password leads to the bare page', async ({ page }) => {
  for (const name of ['password', 'Password', '%70ASSWORD']) {
    await page.goto(
      `${site.origin}${paths.login}?email=a%40example.org&${name}=secret&callbackUrl=%2Faccount`,
    );
    expect(page.url()).toBe(site.origin + paths.login);
  }
});

test('a sign-in whose cookie the browser does not keep says so, with scripts and without', async ({
  browser,
  page,
}) => {
  const email = await newPerson(site);
  for (const one of [page, await blocked(browser)]) {
    // The browser gets responses without cookies.
    await one.route('**/login*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch({ maxRedirects: 0 });
      const { 'set-cookie': _, ...headers } = response.headers();
      // Playwright's own request has put them into the browser.
      await one.context().clearCookies();
      await route.fulfill({ response, headers });
    });
    await one.goto(site.origin + paths.login);
    await one.getByLabel('Email').fill(email);
    await one.getByLabel('Password').fill(PASSWORD);
    await one.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(one.getByText('the session did not last')).toBeVisible();
  }
  await page.goto(withQuery(site.origin + paths.login, { 'signed-in': `${Date.now()}.${'A'.repeat(43)}` }));
  await expect(page.getByText('the session did not last')).toHaveCount(0);
});

test('with scripts blocked the theme follows the system', async ({ browser }) => {
  const page = await blocked(browser);
  await page.goto(site.origin + paths.login);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).not.toBe(light);
  await page.context().close();
});
