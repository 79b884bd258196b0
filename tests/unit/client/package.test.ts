import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient } from '@/lib/build/client.mjs';
import ARCHIVES from './archives.json';
import { openHttpService } from './http-service';
import { BOT_ID, KEY } from './virtual-time';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

let folder: string;
let built: { version: string; file: string };
let http: Awaited<ReturnType<typeof openHttpService>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-package-'));
  http = await openHttpService();
  built = await buildClient({ outDir: join(folder, 'out') });
  const bot = join(folder, 'bot');
  mkdirSync(bot);
  const install = spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund', built.file], {
    cwd: bot,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) throw new Error(install.stderr);
}, 60_000);
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
});

test('the package is named by its version and has at most 20 kB', () => {
  expect(basename(built.file)).toBe(`client-${built.version}.tgz`);
  expect(built.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(statSync(built.file).size).toBeLessThanOrEqual(20_000);
});

test('the same sources give the same bytes', async () => {
  const again = await buildClient({ outDir: join(folder, 'again') });
  expect(readFileSync(again.file).equals(readFileSync(built.file))).toBe(true);
});

test('the bytes of each version are those that its address has always given', () => {
  // Its address is cached for a year. Whoever changes the client raises its version and adds the new hash.
  const content = gunzipSync(readFileSync(built.file));
  const hash = createHash('sha256').update(content).digest('hex');
  expect({ version: built.version, hash }).toEqual({
    version: built.version,
    hash: (ARCHIVES as Record<string, string>)[built.version],
  });
});

test('what is installed has no dependencies and exactly these files', () => {
  const installed = join(folder, 'bot/node_modules/botmeter-client');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'botmeter-client', version: built.version, license: 'MIT' });
  expect(manifest.dependencies).toBeUndefined();
  for (const file of manifest.files) expect(statSync(join(installed, file)).size).toBeGreaterThan(0);
  expect(readFileSync(join(installed, 'index.cjs'), 'utf8')).not.toMatch(/require\(/);
});

/** Runs a bot of one file that has the package installed; resolves to its output when it has ended by itself. */
function runBot(name: string, code: string): Promise<{ exit: number | null; out: string }> {
  const file = join(folder, 'bot', name);
  writeFileSync(file, code);
  return new Promise((resolve) => {
    const bot = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    for (const stream of [bot.stdout, bot.stderr]) stream.on('data', (data) => (out += data));
    bot.on('close', (exit) => resolve({ exit, out }));
  });
}

test.each([
  ['bot.mjs', "import { BotmeterClient, BotmeterError } from 'botmeter-client';"],
  ['bot.cjs', "const { BotmeterClient, BotmeterError } = require('botmeter-client');"],
])('%s reports with it over a real network and ends by itself', async (name, load) => {
  http.service.reportsAtMs.length = 0;
  http.bodies.length = 0;
  const { exit, out } = await runBot(
    name,
    `${load}
    const botmeter = new BotmeterClient({ baseUrl: '${http.url}', apiKey: '${KEY}', botId: '${BOT_ID}' });
    const alive = setInterval(() => {}, 1000);
    botmeter.on('report', async ({ botName, serverCount }) => {
      const { error } = await botmeter.sendStats({ serverCount: 1, userCount: 1 });
      console.log(botName, serverCount, error instanceof BotmeterError, error.code);
      clearInterval(alive);
    });
    botmeter.start({ collect: () => ({ serverCount: 4, userCount: 273 }) });`,
  );
  expect({ exit, out }).toEqual({ exit: 0, out: 'TestBot 4 true update_too_soon\n' });
  expect(http.bodies[0]).toEqual({ botId: BOT_ID, serverCount: 4, userCount: 273 });
});

test('its types hold for ESM and CommonJS, without and with the real discord.js', () => {
  const bot = join(folder, 'bot');
  for (const name of ['discord.js', '@types'])
    symlinkSync(join(MODULES, name), join(bot, 'node_modules', name), 'junction');
  const use = `
    const botmeter = new BotmeterClient({ baseUrl: '', apiKey: '', botId: '' });
    botmeter.start({ botId: '1', collect: async () => ({ serverCount: 1, userCount: 1 }) });
    botmeter.start({ collect: () => null });
    botmeter.on('quota', ({ status, percentage }: QuotaChange) => [status === 'critical', percentage.toFixed()]);
    botmeter.on('error', (error) => error instanceof BotmeterError && error.code === 'network');
    export const used = botmeter.getApiUsage().then((usage) => usage.ok ? usage.data.usage.apiCalls.used : usage.error.code);
    // @ts-expect-error a count is missing
    botmeter.sendStats({ serverCount: 1 });
    // @ts-expect-error not a source
    botmeter.start({});
  `;
  writeFileSync(
    join(bot, 'esm.mts'),
    `import { BotmeterClient, BotmeterError, type QuotaChange } from 'botmeter-client';${use}`,
  );
  writeFileSync(
    join(bot, 'cjs.cts'),
    `import botmeterClient = require('botmeter-client');
    import type { QuotaChange } from 'botmeter-client';
    const { BotmeterClient, BotmeterError } = botmeterClient;${use}`,
  );
  writeFileSync(
    join(bot, 'discord.mts'),
    `import { Client, ShardingManager } from 'discord.js';
    import { BotmeterClient } from 'botmeter-client';
    const botmeter = new BotmeterClient({ baseUrl: '', apiKey: '', botId: '' });
    botmeter.start(new Client({ intents: [] }));
    botmeter.start(new ShardingManager('bot.js'));`,
  );
  // Library files are checked where only ours are in sight: those of discord.js have faults of their own.
  expect(compile(bot, ['--types', 'node', '--skipLibCheck', 'esm.mts', 'cjs.cts', 'discord.mts'])).toBe('');
  expect(compile(bot, ['esm.mts', 'cjs.cts'])).toBe('');
}, 60_000);

/** What the compiler says about the files under node16 resolution. */
function compile(cwd: string, files: readonly string[]): string {
  const options = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022', '--lib', 'es2022'];
  const tsc = [join(MODULES, 'typescript/bin/tsc'), ...options, ...files];
  const { stdout, stderr } = spawnSync(process.execPath, tsc, { cwd, encoding: 'utf8' });
  return stdout + stderr;
}
