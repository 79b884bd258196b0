import type { Page } from '@playwright/test';
import { OPERATOR } from '@/lib/domain/people/caller';
import { createKey } from '@/lib/services/keys/change';
import { accepted } from '../support/result';
import { makeBot, type Site } from '../support/site';
import { expectAccessibleInBothThemes } from './axe';
import { expect, newBotId, newPerson, openAs, report, test } from './support';

const ATTACK = `<img src=x onerror=alert(1)>"'</script><script>alert(2)</script>{{7*7}}`;
const LONG = 'Unbreakable'.repeat(8).slice(0, 80);

type People = { botId: string; newBot: string; owner: string; admin: string };

/** Creates two bots, one with a report, and people, all with the given name, which may be long or markup. */
async function createPeople(site: Site, name: string): Promise<People> {
  const owner = await newPerson(site, name);
  const admin = await newPerson(site, name, 'admin');
  const [botId, newBot] = [newBotId(), newBotId()];
  await makeBot(site, { id: botId, owner, name, plan: 'premium' });
  await makeBot(site, { id: newBot, owner, name });
  const made = await createKey(site.ports, OPERATOR, { botId, name, expiresAtMs: null });
  expect(await report(site, accepted(made).key, botId, 42)).toBe(200);
  expect(await report(site, accepted(made).key, botId, 43)).toBe(429);
  return { botId, newBot, owner, admin };
}

const PUBLIC = ['/', '/login', '/setup', '/invite', '/reset', '/docs', '/docs/report-stats', '/no-such-page'];
const OWNED = ({ botId, newBot }: People) => [
  '/bots',
  `/bots/${botId}`,
  `/bots/${botId}?range=7d`,
  `/bots/${newBot}`,
  `/bots/${botId}/activity`,
  `/bots/${newBot}/activity?kind=refused&range=2026-01-01..2026-01-01`,
  `/bots/${botId}/analytics`,
  `/bots/${newBot}/analytics`,
  `/bots/${botId}/votes`,
  `/bots/${newBot}/votes`,
  `/bots/${botId}/keys`,
  `/bots/${newBot}/keys`,
  `/bots/${botId}/alerts`,
  `/bots/${botId}/settings`,
  '/notifications',
  `/notifications?bot=${newBot}`,
  '/account',
];
const ADMINS = [
  '/admin',
  '/admin/bots',
  '/admin/users',
  '/admin/keys',
  '/admin/audit',
  '/admin/audit/sign-ins',
  '/admin/audit?kind=bot&person=nobody',
  '/admin/bots?q=nothing-like-this',
];

const ROLES = {
  anonymous: { person: null, paths: () => PUBLIC },
  owner: { person: 'owner', paths: OWNED },
  // Of a bot they see what its owner sees, and more in its head and among its settings.
  admin: {
    person: 'admin',
    paths: ({ botId }: People) => [`/bots/${botId}`, `/bots/${botId}/settings`, ...ADMINS],
  },
} as const;

for (const [role, { person, paths }] of Object.entries(ROLES)) {
  test(`every page of ${role} passes axe in both themes, and fits 320 px`, async ({ page, site }) => {
    // Four times axe for each page: a limit for what hangs, not for what a busy machine makes slow.
    test.setTimeout(600_000);
    const people = await createPeople(site, LONG);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    if (person !== null) await openAs(page, site, people[person]);
    for (const path of paths(people)) {
      await page.goto(site.origin + path);
      await expect(page.getByRole('main')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessibleInBothThemes(page, path);
    }
  });

  test(`names with markup are text on every page of ${role}, which is not cached and has the security headers`, async ({
    page,
    site,
  }) => {
    test.setTimeout(120_000);
    const people = await createPeople(site, ATTACK);
    if (person !== null) await openAs(page, site, people[person]);
    for (const path of paths(people)) {
      const headers = (await page.goto(site.origin + path))?.headers() ?? {};
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/);
      expect(policy).toContain("frame-ancestors 'none'");
      if (person !== null) expect(headers['cache-control'], path).toContain('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['x-powered-by']).toBeUndefined();
      await expect(page.locator('img[src="x"]')).toHaveCount(0);
    }
    if (person !== null) {
      await page.goto(`${site.origin}/bots/${people.botId}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(ATTACK);
    }
  });
}

test('the theme follows the system until the reader chooses one, which later visits and other tabs follow', async ({
  page,
  site,
}) => {
  const isDark = (of: Page) =>
    expect.poll(() => of.evaluate(() => document.documentElement.dataset.theme === 'dark'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(site.origin);
  const other = await page.context().newPage();
  await other.goto(site.origin);
  await isDark(page).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await isDark(page).toBe(false);
  // The button has no effect until the page is hydrated.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Theme: system. Change to light' }).click();
  await page.getByRole('button', { name: 'Theme: light. Change to dark' }).click();
  await isDark(page).toBe(true);
  await isDark(other).toBe(true);
  await expect(other.getByRole('button', { name: 'Theme: dark. Change to system' })).toBeVisible();
  await page.reload();
  await isDark(page).toBe(true);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Theme: dark. Change to system' }).click();
  await isDark(page).toBe(false);
});
