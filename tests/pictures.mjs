import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { Resvg } from '@resvg/resvg-js';
import { findBrowser } from './support/browser.mjs';
import { freePort } from './support/free-port.mjs';

/**
 * `npm run pictures`: takes the pictures of the README and of the start page from the demo, in both themes, and its badge, and
 * writes the names of the tabs that they show (tests/api/demo/tabs.json). tests/api/demo compares tabs and badge with the
 * demo's, so that old pictures are noticed. With `--all`, takes pictures of every page instead (tests/look/look.ts). Draws `icon.svg` for browsers and phones that read no SVG.
 */

if (process.argv[2] === '--all') {
  const run = ['playwright', 'test', '-c', 'tests/look/playwright.config.ts', ...process.argv.slice(3)];
  process.exit(spawnSync('npx', run, { stdio: 'inherit' }).status ?? 1);
}

const PUBLIC = join(import.meta.dirname, '..', 'public');
const FOLDER = join(PUBLIC, 'pictures');
const TABS = join(import.meta.dirname, 'api', 'demo', 'tabs.json');
const SIZE = { width: 1_280, height: 800 };

const icon = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8');
const drawn = (/** @type {string} */ svg, /** @type {number} */ width) =>
  new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
// Phones round the corners themselves, and show transparent ones black.
writeFileSync(join(PUBLIC, 'apple-touch-icon.png'), drawn(icon.replace(' rx="5"', ''), 180));
writeFileSync(join(PUBLIC, 'favicon.ico'), iconFile([16, 32, 48]));

const port = await freePort();
const demo = spawn(process.execPath, ['lib/build/demo.mjs'], {
  env: { ...process.env, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  let said = '';
  for await (const line of createInterface(demo.stdout)) {
    said += `${line}\n`;
    if (line.startsWith('Its data is temporary')) break;
  }
  const [, origin = ''] = /The demo runs at (\S+)/.exec(said) ?? [];
  const [, email = ''] = /owner {2}(\S+)/.exec(said) ?? [];
  const [, password = ''] = /the password {2}(.+)/.exec(said) ?? [];
  const [shown = ''] = /\/b\/\d+/.exec(said) ?? [];
  const badge = await fetch(`${origin}/badge/${shown.slice('/b/'.length)}/servers.svg`);
  writeFileSync(join(FOLDER, 'badge.svg'), await badge.text());
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const context = await browser.newContext({ viewport: SIZE, colorScheme });
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.fill('input[name=email]', email);
    await page.fill('input[name=password]', password);
    await page.press('input[name=password]', 'Enter');
    await page.getByRole('link', { name: 'Harbour' }).click();
    const tabs = page.getByRole('navigation', { name: 'Bot' }).getByRole('link');
    await tabs.first().waitFor();
    await page.waitForLoadState('networkidle');
    const names = await tabs.allTextContents();
    writeFileSync(TABS, `${JSON.stringify(names)}\n`);
    const session = await context.newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 90 });
    writeFileSync(join(FOLDER, `dashboard-${colorScheme}.webp`), Buffer.from(data, 'base64'));
    await context.close();
  }
} finally {
  await browser.close();
  demo.kill();
  await once(demo, 'exit');
}

/** An ICO file with one PNG of each size. */
function iconFile(/** @type {readonly number[]} */ sizes) {
  const pictures = sizes.map((size) => drawn(icon, size));
  let offset = 6 + 16 * sizes.length;
  const entries = pictures.map((picture, at) => {
    const entry = Buffer.alloc(16);
    entry.set([sizes[at] ?? 0, sizes[at] ?? 0]);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([Buffer.from([0, 0, 1, 0, sizes.length, 0]), ...entries, ...pictures]);
}
