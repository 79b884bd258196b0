import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANY_ORIGIN, docsPath } from '@/lib/contract/paths';
import { findBrowser } from '@/tests/support/browser.mjs';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

/** Follows the quick start of `/docs` in an empty folder, as a bot author does. */

const run = promisify(execFile);

const site = siteForFile();
beforeAll(() => makePerson(site, 'owner@example.org', 'owner'));

let folder: string;
let page: Page;
beforeAll(async () => {
  const launch = { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] };
  const browser: Browser = await chromium.launch(launch);
  page = await browser.newPage();
  await page.goto(`${site.origin}/docs`);
  return () => browser.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botmeter-author-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** The text of a labelled code block on the page, with the browser's own origin. */
async function lines(label: string): Promise<string> {
  const code = page.getByRole('region', { name: label, exact: true });
  await code.getByText(ANY_ORIGIN).waitFor({ state: 'detached' });
  return (await code.textContent()) ?? '';
}

async function shell(command: string, env: Record<string, string> = {}): Promise<string> {
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
  const options = { cwd: folder, env: { ...process.env, ...quiet, ...env } };
  return (await run('sh', ['-c', command], options)).stdout;
}

let bots = 0;
async function newBot() {
  const id = String(1_483_746_529_000_000_000n + BigInt(++bots));
  await makeBot(site, { id, owner: 'owner@example.org' });
  const { key } = await makeKey(site, id);
  return { id, env: { BOTMETER_KEY: key, BOTMETER_BOT_ID: id } };
}

const lastReport = async (id: string) => (await site.ports.store.find({ botId: id }))?.account.lastReport;

const NAMES = {
  install: 'Install the client library',
  program: 'Save this as bot.mjs',
  run: 'Run it with a key',
};

describe('from /docs to the first accepted report, by copying lines', () => {
  test('as an ES module', async () => {
    const { id, env } = await newBot();
    await shell(await lines(NAMES.install));
    writeFileSync(join(folder, 'bot.mjs'), await lines(NAMES.program));
    const output = await shell((await lines(NAMES.run)).replace(/^export .*\n/gm, ''), env);
    expect(output).toContain('ok: true');
    expect(await lastReport(id)).toMatchObject({ serverCount: 4, userCount: 273 });
  });

  test('as CommonJS', async () => {
    const { id, env } = await newBot();
    await shell(await lines(NAMES.install));
    const program = (await lines(NAMES.program)).replace(
      /^import (\{.*\}) from ('.*');/m,
      'const $1 = require($2);',
    );
    expect(program).toContain("require('@botmeter/client')");
    writeFileSync(join(folder, 'bot.cjs'), program);
    await shell('node bot.cjs', env);
    expect(await lastReport(id)).toMatchObject({ serverCount: 4, userCount: 273 });
  });

  test('with curl', async () => {
    const { id, env } = await newBot();
    await page.goto(site.origin + docsPath('reportStats'));
    const line = (await lines('curl for Report statistics')).replace('1234567890123456789', id);
    expect(JSON.parse(await shell(line, env))).toMatchObject({ success: true, data: { botId: id } });
    await page.goto(site.origin + docsPath('readUsage'));
    const usage = JSON.parse(await shell(await lines('curl for Read the usage record'), env));
    expect(usage.data.usage.apiCalls.used).toBe(2);
  });
});

const WHEELS = new URL('../../../lib/client-python/releases/', import.meta.url);
const RELEASED = new URL('../../../lib/client/releases/', import.meta.url);
const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

test.each([
  ...readdirSync(RELEASED)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => [`/${name}`, new URL(name, RELEASED)] as const),
  ...readdirSync(WHEELS).map((name) => [`/download/${name}`, new URL(name, WHEELS)] as const),
])('%s stays as it was released, immutable and cacheable', async (path, file) => {
  const response = await fetch(site.origin + path);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(file))).toBe(true);
});

test('/client.tgz redirects to the last of them, or to the one whose hash npm has in a lockfile', async () => {
  const target = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${site.origin}/client.tgz`, { redirect: 'manual', headers });
    return [response.status, response.headers.get('location')];
  };
  const newest = [302, '/client-1.5.0.tgz'];
  const old = integrityOf(readFileSync(new URL('client-1.1.0.tgz', RELEASED)));
  const wheel = integrityOf(readFileSync(new URL('botmeter_client-1.0.0-py3-none-any.whl', WHEELS)));
  expect(await target()).toEqual(newest);
  expect(await target({ 'pacote-integrity': old })).toEqual([302, '/client-1.1.0.tgz']);
  expect(await target({ 'pacote-integrity': `sha1-x ${old}` })).toEqual([302, '/client-1.1.0.tgz']);
  for (const other of ['sha512-unknown', '__proto__', '', wheel])
    expect(await target({ 'pacote-integrity': other }), other).toEqual(newest);
});

test.each([
  ['a version', '/client-1.1.0.tgz', '1.1.0'],
  // What npm wrote while /docs showed this address: the address with the hash of the version of that day.
  ['/client.tgz', '/client.tgz', '1.0.2'],
])('npm ci of a lockfile that holds %s works after upgrades', async (_, path, version) => {
  const resolved = site.origin + path;
  const integrity = integrityOf(readFileSync(new URL(`client-${version}.tgz`, RELEASED)));
  const root = { name: 'bot', version: '1.0.0', dependencies: { 'botmeter-client': resolved } };
  const packages = { '': root, 'node_modules/botmeter-client': { version, resolved, integrity } };
  const lockfile = { name: 'bot', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
  await shell('npm ci', { npm_config_cache: join(folder, 'cache') });
  const installed = readFileSync(join(folder, 'node_modules/botmeter-client/package.json'), 'utf8');
  expect(JSON.parse(installed).version).toBe(version);
});
