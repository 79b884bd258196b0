import { join } from 'node:path';
import { test } from '@playwright/test';
import { docsPath, paths } from '@/lib/contract/paths';
import { type Site, sessionCookie, startSite } from '../support/site';
import { BOTS, makeAll, PEOPLE } from './bots';

/**
 * `npm run pictures -- --all [-g WORDS]`: every page in light and dark, at each width, and each state of a bot, written
 * to test-results/look as PAGE-SCHEME-WIDTH.png, to be looked at by a person.
 */

const FOLDER = join(import.meta.dirname, '..', '..', 'test-results', 'look');
const SIZES = ['light-1440', 'dark-1440', 'light-390', 'dark-390', 'light-320', 'light-768', 'light-2560'];
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
  ['docs-operation', docsPath('reportStats'), 'three', FEW],
  ['login', paths.login, null, FEW],
  ['not-found', '/nowhere', 'three', FEW],
];

let site: Site;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await startSite({ LOG_LEVEL: 'error' });
  await makeAll(site);
});
test.afterAll(() => site.stop());

for (const [name, path, person, sizes] of PICTURES)
  for (const size of sizes)
    test(`${name} ${size}`, async ({ browser }) => {
      const [scheme, width] = size.split('-') as ['light' | 'dark', string];
      const viewport = { width: Number(width), height: Number(width) < 768 ? 844 : 900 };
      const context = await browser.newContext({
        viewport,
        colorScheme: scheme,
        locale: 'en-US',
        timezoneId: 'UTC',
      });
      if (person !== null) {
        const [cookie = '', value = ''] = (await sessionCookie(site, PEOPLE[person])).split(/=(.*)/, 2);
        await context.addCookies([{ name: cookie, value, url: site.origin }]);
      }
      const page = await context.newPage();
      await page.goto(site.origin + path);
      await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
      await page.screenshot({ path: join(FOLDER, `${name}-${size}.png`), fullPage: true });
      await context.close();
    });
