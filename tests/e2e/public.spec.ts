import { paths } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { addMark } from '@/lib/services/marks/marks';
import { accepted } from '../support/result';
import { makeBot, makeKey } from '../support/site';
import { expectAccessible } from './axe';
import { expect, newBotId, newPerson, openAs, report, test } from './support';

test('an owner turns Public on, copies a badge, and a visitor sees the page in both themes', async ({
  page,
  site,
  browser,
}) => {
  const [email, id] = [await newPerson(site), newBotId()];
  await makeBot(site, { id, owner: email, name: 'Unbreakable'.repeat(7), plan: 'premium' });
  const { key } = await makeKey(site, id);
  expect(await report(site, key, id, 4_321)).toBe(200);
  const deploy = { atMs: Date.now() - 60_000, kind: 'deploy', text: 'Version 2.4' } as const;
  accepted(await addMark(site.ports, OPERATOR, id, deploy));
  await openAs(page, site, email);
  await page.goto(site.origin + paths.bot(id).settings);
  const card = page.getByRole('region', { name: 'Public page' });
  await expect(card.getByRole('img')).toHaveCount(0);
  await card.getByRole('button', { name: 'Publish' }).click();
  await expect(card.getByRole('button', { name: 'Unpublish' })).toBeVisible();
  const code = card.getByRole('region', { name: /^The badge as/ });
  await expect(code).toContainText(`](${site.origin}/badge/${id}/servers.svg)](${site.origin}/b/${id})`);
  await card.getByRole('combobox', { name: 'Badge' }).selectOption('status');
  await card.getByText('shields.io', { exact: true }).click();
  await expect(code).toContainText(encodeURIComponent(`${site.origin}/badge/${id}/status.json`));
  for (const image of await card.getByRole('img').all())
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(50);
  await card.getByLabel('Show deploys').check();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Saved.')).toBeVisible();
  await expectAccessible(page, paths.bot(id).settings);

  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 800 } });
    const visitor = await context.newPage();
    await visitor.goto(`${site.origin}/b/${id}`);
    await expect(visitor.getByText('4,321')).toBeVisible();
    await expect(visitor.getByText('Online')).toBeVisible();
    await expect(visitor.getByRole('listitem').getByText('Version 2.4')).toBeVisible();
    const width = await visitor.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(320);
    await expectAccessible(visitor, `/b/${id}`);
    await context.close();
  }
});
