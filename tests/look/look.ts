import { join } from 'node:path';
import { type Browser, type Page, test } from '@playwright/test';
import { docsPath, paths, withQuery } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { inviteUser, issueReset } from '@/lib/services/links/issue';
import { PASSWORD } from '../support/browser-jar';
import { type MailServer, startMailServer } from '../support/mail-server';
import { openRawDatabase } from '../support/process/raw-database';
import { accepted } from '../support/result';
import { codeAt, giveFactor } from '../support/second-factor';
import { makePerson, type Site, sessionCookie, startSite } from '../support/site';
import { BOTS, makeAll, PEOPLE } from './bots';

/**
 * `npm run pictures -- --all [-g WORDS]`: every page in light and dark, at each width, and each state of a bot, written
 * to test-results/look as PAGE-SCHEME-WIDTH.png, to be looked at by a person.
 */

const FOLDER = join(import.meta.dirname, '..', '..', 'test-results', 'look');
const SIZES = ['light-1440', 'dark-1440', 'light-390', 'dark-390', 'light-320', 'light-768', 'light-2560'];
const MOST = ['light-1440', 'dark-1440', 'light-390', 'dark-390'];
const FEW = ['light-1440', 'light-390'];

const { healthy, new: unused, ...states } = BOTS;
const bot = paths.bot(healthy);
type Picture = readonly [
  name: string,
  path: string,
  person: keyof typeof PEOPLE | null,
  sizes: readonly string[],
];
const PICTURES: readonly Picture[] = [
  ['overview', bot.page, 'three', SIZES],
  ['overview-compare', `${bot.page}?compare=previous`, 'three', FEW],
  ['overview-year', `${bot.page}?range=all`, 'three', FEW],
  ...(['activity', 'analytics', 'votes', 'alerts', 'keys', 'settings'] as const).map(
    (tab): Picture => [tab, bot[tab], 'three', SIZES],
  ),
  ['settings-one-person', paths.bot(BOTS.warning).settings, 'three', MOST],
  ['settings-twenty-people', paths.bot(BOTS.critical).settings, 'three', MOST],
  ['settings-manager', bot.settings, 'manager', MOST],
  ...(['page', 'activity', 'votes', 'alerts', 'keys', 'settings'] as const).map(
    (tab): Picture => [`viewer-${tab}`, bot[tab], 'viewer', MOST],
  ),
  ['bots-viewer', paths.bots, 'viewer', MOST],
  ['bots-invited', paths.bots, 'none', MOST],
  ['new-bot', paths.bot(unused).page, 'states', SIZES],
  ['new-bot-keys', paths.bot(unused).keys, 'states', FEW],
  ['new-bot-activity', paths.bot(unused).activity, 'states', FEW],
  ['new-bot-analytics', paths.bot(unused).analytics, 'states', FEW],
  ...Object.entries({ ...states, warning: BOTS.warning, critical: BOTS.critical }).map(
    ([state, id]): Picture => [
      `state-${state}`,
      paths.bot(id).page,
      id === BOTS.warning || id === BOTS.critical ? 'three' : 'states',
      FEW,
    ],
  ),
  ['bots', paths.bots, 'three', SIZES],
  ['bots-states', paths.bots, 'states', SIZES],
  ['bots-20', paths.bots, 'twenty', FEW],
  ['bots-300', paths.bots, 'many', SIZES],
  ['bots-0', paths.bots, 'none', FEW],
  ['notifications', paths.notifications, 'three', SIZES],
  ['notifications-many', paths.notifications, 'many', FEW],
  ['account', paths.account, 'three', FEW],
  ['admin', paths.admin.overview, 'admin', SIZES],
  ['admin-bots', paths.admin.bots, 'admin', SIZES],
  ['admin-users', paths.admin.users, 'admin', FEW],
  ['admin-keys', paths.admin.keys, 'admin', FEW],
  ['admin-audit', paths.admin.audit, 'admin', FEW],
  ['public', `/b/${healthy}`, null, SIZES],
  ['start', paths.home, null, SIZES],
  ['docs', paths.docs, null, SIZES],
  ['docs-people', docsPath('people'), 'three', MOST],
  ['docs-operation', docsPath('reportStats'), 'three', FEW],
  ['login', paths.login, null, FEW],
  ['not-found', '/nowhere', 'three', FEW],
];

let site: Site;
let mail: MailServer;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  mail = await startMailServer();
  site = await startSite({ LOG_LEVEL: 'error', ...mail.env });
  await makeAll(site);
});
test.afterAll(async () => {
  await site.stop();
  await mail.stop();
});

async function opened(browser: Browser, size: string, email: string | null): Promise<Page> {
  const [scheme, width] = size.split('-') as ['light' | 'dark', string];
  const context = await browser.newContext({
    viewport: { width: Number(width), height: Number(width) < 768 ? 844 : 900 },
    colorScheme: scheme,
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  if (email !== null) {
    const [cookie = '', value = ''] = (await sessionCookie(site, email)).split(/=(.*)/, 2);
    await context.addCookies([{ name: cookie, value, url: site.origin }]);
  }
  return context.newPage();
}

async function keep(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
  await page.context().close();
}

for (const [name, path, person, sizes] of PICTURES)
  for (const size of sizes)
    test(`${name} ${size}`, async ({ browser }) => {
      const page = await opened(browser, size, person && PEOPLE[person]);
      await page.goto(site.origin + path);
      await keep(page, `${name}-${size}`);
    });

const REACHED_SIZES = ['light-1440', 'dark-1440', 'light-390', 'dark-390', 'light-320'];
let people = 0;

const signedOut = async (page: Page, path: string) => {
  await page.context().clearCookies();
  await page.goto(site.origin + path);
};
const setUp = async (page: Page, path: string) => {
  await page.goto(site.origin + path);
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Set up' }) });
  await form.getByLabel('Current password').fill(PASSWORD);
  await form.getByRole('button').click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
};
const turnOn = async (page: Page) => {
  const secret = (await page.locator('form code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('These are your recovery codes').waitFor();
};
/** Shows the newest mail to this address. */
const showMail = async (page: Page, email: string) => {
  const mailed = () => mail.mails.findLast(({ to }) => to === email);
  while (mailed() === undefined) await mail.received(mail.mails.length + 1);
  await page.setContent(mailed()?.html ?? '');
};

/** What is only seen after some steps. `email` is that of a new person, who is signed in. */
const REACHED: Readonly<Record<string, (page: Page, email: string) => Promise<unknown>>> = {
  'factor-off': (page) => page.goto(site.origin + paths.account),
  'factor-set-up': (page) => setUp(page, paths.account),
  'factor-codes': (page) => setUp(page, paths.account).then(() => turnOn(page)),
  'factor-on': async (page, email) => {
    await giveFactor(site.ports, email);
    await site.ports.directory.write([], async ({ users, secondFactors }, nowMs) =>
      secondFactors.remember((await users.findByEmail(email))?.id ?? '', {
        ...{ hash: email, createdAtMs: nowMs, expiresAtMs: nowMs + 30 * DAY_MS },
        client: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      }),
    );
    await page.goto(site.origin + paths.account);
  },
  'factor-enrol': (page) => page.goto(site.origin + paths.secondFactor),
  'factor-enrol-set-up': (page) => setUp(page, paths.secondFactor),
  'factor-enrol-codes': (page) => setUp(page, paths.secondFactor).then(() => turnOn(page)),
  'login-code': async (page, email) => {
    await giveFactor(site.ports, email);
    await signedOut(page, paths.login);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Code', { exact: true }).waitFor();
    await page.locator('summary').click();
  },
  forgot: (page) => signedOut(page, withQuery(paths.login, { forgot: 'yes' })),
  invite: async (page, email) => {
    const invited = { email: `invited.${email}`, role: 'owner' } as const;
    const { token } = accepted(await inviteUser(site.ports, OPERATOR, invited));
    await signedOut(page, withQuery(paths.invite, { token }));
  },
  'invite-void': (page) => signedOut(page, withQuery(paths.invite, { token: 'A'.repeat(43) })),
  reset: async (page, email) => {
    const { token } = accepted(await issueReset(site.ports, OPERATOR, { email }));
    await signedOut(page, withQuery(paths.reset, { token }));
  },
  'set-up': async (page) => {
    const empty = await startSite({ LOG_LEVEL: 'error' });
    await page.goto(empty.origin + (/\/setup\?token=[\w-]+/.exec(empty.output())?.[0] ?? ''));
    await page.waitForLoadState('networkidle');
    await empty.stop();
  },
  'set-up-done': (page) => signedOut(page, withQuery(paths.setup, { token: 'A'.repeat(43) })),
  'mail-reset': async (page, email) => {
    await signedOut(page, withQuery(paths.login, { forgot: 'yes' }));
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await showMail(page, email);
  },
  'mail-factor': async (page, email) => {
    await setUp(page, paths.account);
    await turnOn(page);
    await showMail(page, email);
  },
};

for (const [name, reach] of Object.entries(REACHED))
  for (const size of REACHED_SIZES)
    test(`${name} ${size}`, async ({ browser }) => {
      const email = `look${++people}@example.org`;
      await makePerson(site, email, 'owner', 'Ada Marsh');
      const page = await opened(browser, size, email);
      await reach(page, email);
      await keep(page, `${name}-${size}`);
    });

test('print', async ({ browser }) => {
  for (const [name, path] of Object.entries({
    overview: bot.page,
    analytics: bot.analytics,
    bots: paths.bots,
  })) {
    const page = await opened(browser, 'light-794', PEOPLE.three);
    await page.goto(site.origin + path);
    await page.emulateMedia({ media: 'print' });
    await keep(page, `print-${name}`);
  }
});

/** The last: it spoils the database for a while. */
test('error', async ({ browser }) => {
  const raw = openRawDatabase(site.databaseUrl);
  await raw.run('ALTER TABLE api_keys RENAME TO away');
  for (const size of REACHED_SIZES) {
    const page = await opened(browser, size, PEOPLE.three);
    await page.goto(site.origin + bot.keys);
    await keep(page, `error-${size}`);
  }
  await raw.run('ALTER TABLE away RENAME TO api_keys');
  await raw.close();
});
