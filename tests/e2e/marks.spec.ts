import { paths } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import { addMark } from '@/lib/services/marks/marks';
import { accepted } from '../support/result';
import { expectAccessible } from './axe';
import { botWithReports, expect, openAs, openDialog, test } from './support';

test('marks are added, drawn, read by the keyboard, listed in the table, and deleted', async ({
  page,
  site,
}) => {
  const nowMs = Date.now();
  const { email, id: botId } = await botWithReports(site, [60 * MINUTE_MS, 30 * MINUTE_MS]);
  const pages = paths.bot(botId);
  await openAs(page, site, email);
  await page.goto(site.origin + pages.activity);
  await openDialog(page, 'Add mark');
  await page.getByLabel('What happened').fill('x'.repeat(81));
  await page.getByRole('dialog').getByRole('button', { name: 'Add mark' }).click();
  await expect(page.getByText('A text is one line of at most 80 characters.')).toBeVisible();
  await page.getByLabel('What happened').fill('Version 2.4');
  await expectAccessible(page, 'the dialog of a mark');
  await page.getByRole('dialog').getByRole('button', { name: 'Add mark' }).click();
  const marks = page.getByRole('region', { name: 'Marks, newest first' });
  await expect(marks.getByRole('row').filter({ hasText: 'Version 2.4' })).toContainText('Deployment');
  accepted(
    await addMark(site.ports, OPERATOR, botId, {
      text: 'The host moved',
      kind: 'incident',
      atMs: nowMs - 59 * MINUTE_MS,
    }),
  );
  await page.goto(`${site.origin}${pages.page}?range=24h`);
  const chart = page.getByRole('application', { name: /^Servers over time, .*; arrow/ });
  await chart.focus();
  await page.keyboard.press('Home');
  const announced = chart.locator('[aria-live]');
  await expect(announced).toContainText('Incident: The host moved');
  await page.keyboard.press('End');
  await expect(announced).toContainText('Deployment: Version 2.4');
  await page.keyboard.press('Escape');
  await page.getByText('Table', { exact: true }).first().click();
  await expect(page.getByRole('region', { name: 'Reports, newest first' })).toContainText('The host moved');
  // At the chart itself too.
  await page.getByRole('button', { name: 'Add to the chart' }).click();
  await page.getByRole('menuitem', { name: 'Add mark' }).click();
  await page.getByLabel('What happened').fill('Rolled back');
  await page.getByRole('dialog').getByRole('button', { name: 'Add mark' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(site.origin + pages.activity);
  await expect(marks).toContainText('Rolled back');
  await marks.getByRole('button', { name: /^Delete.*Version 2.4/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete mark' }).click();
  await expect(marks).not.toContainText('Version 2.4');
});

test('a silence is planned with a reason, said on the bot’s page, and ended', async ({ page, site }) => {
  // Silent, if it were not planned.
  const { email, id } = await botWithReports(site, [300 * MINUTE_MS]);
  const pages = paths.bot(id);
  await openAs(page, site, email);
  await page.goto(site.origin + pages.alerts);
  await openDialog(page, 'Plan a silence…');
  await page.getByLabel('Minutes').fill('2000');
  await page.getByRole('button', { name: 'Plan silence' }).click();
  await expect(page.getByText('Enter 1 to 1440 whole minutes.')).toBeVisible();
  await page.getByLabel('Minutes').fill('90');
  await page.getByLabel('Reason (optional)').fill('Moving to a new host');
  await expectAccessible(page, 'the dialog of a planned silence');
  await page.getByRole('button', { name: 'Plan silence' }).click();
  const state = page.getByRole('region', { name: 'State' });
  await expect(state).toContainText('Planned silence until');
  await expect(page.getByRole('main')).toContainText('Moving to a new host');
  await page.goto(site.origin + pages.page);
  await expect(state).toContainText('Planned silence until');
  await expect(page.getByRole('main').getByText('Healthy')).toHaveCount(0);
  await page.goto(site.origin + pages.alerts);
  await openDialog(page, 'End the silence…');
  await page.getByRole('dialog').getByRole('button', { name: 'End silence' }).click();
  await expect(state).not.toContainText('Planned silence until');
  await expect(page.getByRole('button', { name: 'Plan a silence…' })).toBeVisible();
});
