import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient } from '@/lib/build/client.mjs';
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

test('the package is reproducible, has at most 24 kB, and equals the released file of its version', async () => {
  expect(basename(built.file)).toBe(`client-${built.version}.tgz`);
  expect(built.version).toMatch(/^\d+\.\d+\.\d+$/);
  const bytes = readFileSync(built.file);
  expect(bytes.length).toBeLessThanOrEqual(24_000);
  const again = await buildClient({ outDir: join(folder, 'again') });
  expect(readFileSync(again.file).equals(bytes)).toBe(true);
  // Whoever changes the client raises its version and runs lib/build/releases.mjs.
  const released = new URL(`../../../lib/client/releases/npm/${basename(built.file)}`, import.meta.url);
  expect(readFileSync(released).equals(bytes)).toBe(true);
});

test('the installed package has no dependencies and all of its files', () => {
  const installed = join(folder, 'bot/node_modules/@botmeter/client');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@botmeter/client', version: built.version, license: 'MIT' });
  expect(manifest.dependencies).toBeUndefined();
  for (const file of manifest.files) expect(statSync(join(installed, file)).size).toBeGreaterThan(0);
  expect(readFileSync(join(installed, 'index.cjs'), 'utf8')).not.toMatch(/require\(/);
});

/** Runs a bot that has the package installed, until it exits by itself. */
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
  ['bot.mjs', "import { BotmeterClient, BotmeterError } from '@botmeter/client';"],
  ['bot.cjs', "const { BotmeterClient, BotmeterError } = require('@botmeter/client');"],
])('%s reports over a real network and exits by itself', async (name, load) => {
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

test('its types compile in ESM and CommonJS, with and without discord.js', () => {
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
    export const every = botmeter.getApiUsage().then((usage) => usage.ok && usage.data.tier.updateIntervalMinutes.toFixed());
    // @ts-expect-error a count is missing
    botmeter.sendStats({ serverCount: 1 });
    // @ts-expect-error not a source
    botmeter.start({});
  `;
  writeFileSync(
    join(bot, 'esm.mts'),
    `import { BotmeterClient, BotmeterError, type QuotaChange } from '@botmeter/client';${use}`,
  );
  writeFileSync(
    join(bot, 'cjs.cts'),
    `import botmeterClient = require('@botmeter/client');
    import type { QuotaChange } from '@botmeter/client';
    const { BotmeterClient, BotmeterError } = botmeterClient;${use}`,
  );
  writeFileSync(
    join(bot, 'discord.mts'),
    `import { Client, ShardingManager } from 'discord.js';
    import { BotmeterClient } from '@botmeter/client';
    const botmeter = new BotmeterClient({ baseUrl: '', apiKey: '', botId: '' });
    botmeter.start(new Client({ intents: [] }));
    botmeter.start(new ShardingManager('bot.js'));`,
  );
  // The type definitions of discord.js have errors; ours are checked without them.
  expect(compile(bot, ['--types', 'node', '--skipLibCheck', 'esm.mts', 'cjs.cts', 'discord.mts'])).toBe('');
  expect(compile(bot, ['esm.mts', 'cjs.cts'])).toBe('');
}, 60_000);

/** The compiler's errors for the files under node16 resolution. */
function compile(cwd: string, files: readonly string[]): string {
  const options = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022', '--lib', 'es2022'];
  const tsc = [join(MODULES, 'typescript/bin/tsc'), ...options, ...files];
  const { stdout, stderr } = spawnSync(process.execPath, tsc, { cwd, encoding: 'utf8' });
  return stdout + stderr;
}
