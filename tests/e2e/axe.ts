import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import { layOutAll } from './support';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme, which changes nothing but colours. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The accessibility violations of a page, one line each. */
async function violations(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    // What passes is not described, and style sheets are not fetched anew, which only an experimental rule reads.
    const options = { runOnly, resultTypes: ['violations' as const], preload: { assets: ['media'] } };
    const { violations } = await axe.run(document, options);
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
  }, runOnly);
}

/** Asserts for a page, at 1 280 and 320 px: `shown` is visible, no accessibility violations, no horizontal scrolling. */
export async function expectAccessible(
  page: Page,
  name: string,
  shown?: Locator,
  rules = RULES,
): Promise<void> {
  for (const [width, height] of [
    [1_280, 800],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const where = `${name} at ${width} px`;
    if (shown !== undefined) await expect(shown).toBeVisible();
    await layOutAll(page);
    // What an action has changed comes with its title a moment after its content.
    await expect(page, where).toHaveTitle(/./);
    expect(await violations(page, rules), where).toEqual([]);
    // Charts adapt to a new width asynchronously.
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1_280, height: 800 });
}

/** The same in both colour themes. */
export async function expectAccessibleInBothThemes(page: Page, name: string, shown?: Locator): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', RULES],
    ['dark', RULES_OF_COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, `${name} in ${colorScheme}`, shown, rules);
  }
}
