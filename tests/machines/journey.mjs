import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.mjs';
import { megabytes } from './machine.mjs';

/** @typedef {import('./machine.mjs').Machine} Machine */
/** @typedef {import('./machine.mjs').Kind} Kind */

const CLIENTS = fileURLToPath(new URL('clients.mjs', import.meta.url));
const BOT = '1234567890123456789';
const EMAIL = 'admin@example.org';
/** The first start builds, which takes a minute, and much longer on a busy machine. */
const START_MAX_MS = 1_800_000;

/**
 * Goes the README's way on a machine and returns what it measured. Throws at the first step that fails.
 * @param {Machine} machine
 * @param {Kind} kind
 */
export async function goTheWay(machine, kind) {
  const { manager, options = [], isProduction = false, starts = 1, hasClients = false } = kind;
  const [program = ''] = manager.split('@');
  const env = { PORT: String(await freePort()), HOST: '127.0.0.1' };
  const origin = `http://127.0.0.1:${env.PORT}`;
  const command = (/** @type {readonly string[]} */ ...args) =>
    program === 'npm'
      ? machine.run('npm', ['run', '-s', 'botmeter', '--', ...args])
      : machine.run('node', ['lib/build/cli.mjs', ...args]);

  const installStartedAt = performance.now();
  const only = isProduction ? (program === 'npm' ? ['--omit=dev'] : ['--prod']) : [];
  await machine.run(program, [program === 'npm' ? 'ci' : 'install', ...only, ...options]);
  const installSeconds = Math.round((performance.now() - installStartedAt) / 1_000);
  const disk = megabytes(join(machine.project, 'node_modules'));
  if (isProduction) await machine.run(program, ['run', 'build']);

  const service = machine.start(program, ['start'], env);
  const link = await setupLink(service, origin);
  try {
    await setUp(link);
    await command('bot', 'create', '--id', BOT, '--name', 'TestBot', '--owner', EMAIL);
    const key = (await command('key', 'create', '--bot', BOT)).match(/btm_\w+/)?.[0] ?? '';
    await report(origin, key);
    await readWithClient(machine, program, origin, key);
    if (hasClients) await everyManager(origin);
    await command('backup', join(machine.project, 'data/backup.db'));
    await command('check');
  } catch (cause) {
    throw new Error(`${cause}\nThe service: ${service.output.slice(-2_000)}`, { cause });
  }
  service.child.kill('SIGTERM');
  await service.ended;
  await stopped(origin);
  await startAgain(machine, env, origin, starts);
  return { installSeconds, disk, downloads: megabytes(machine.downloads), starts };
}

/** The link that the service prints at its first start. */
async function setupLink(/** @type {ReturnType<Machine['start']>} */ service, /** @type {string} */ origin) {
  // Calls are served before the pages are, and the link is printed with these.
  await whenReady(service, origin, () => service.output.includes('Botmeter listens on'));
  const link = service.output.match(/http:\/\/[^\s"]+\/setup\?token=[\w-]+/)?.[0];
  if (link === undefined) throw new Error(`No set-up link: ${service.output.slice(-2_000)}`);
  return link;
}

/**
 * Waits until the service is ready, and `isDone`.
 * @param {ReturnType<Machine['start']>} service
 * @param {string} origin
 */
async function whenReady(service, origin, isDone = () => true) {
  const giveUpAt = performance.now() + START_MAX_MS;
  while (!(await isReady(origin)) || !isDone()) {
    if (service.child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`The service did not start: ${service.output.slice(-3_000)}`);
    await pause();
  }
}

const isReady = (/** @type {string} */ origin) =>
  fetch(`${origin}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

const pause = () => new Promise((resolve) => setTimeout(resolve, 200));

async function stopped(/** @type {string} */ origin) {
  const giveUpAt = performance.now() + 30_000;
  while (await isReady(origin)) {
    if (performance.now() > giveUpAt) throw new Error('The service did not stop with npm.');
    await pause();
  }
}

/** Fills in the form behind the set-up link, as a browser without scripts does. */
async function setUp(/** @type {string} */ link) {
  const page = await (await fetch(link)).text();
  const form = new FormData();
  for (const [input] of page.matchAll(/<input type="hidden"[^>]*>/g)) {
    const of = (/** @type {string} */ name) => input.match(new RegExp(` ${name}="([^"]*)"`))?.[1] ?? '';
    form.append(of('name'), of('value').replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  }
  form.append('email', EMAIL);
  form.append('password', 'a long password of the first admin');
  const { origin } = new URL(link);
  const response = await fetch(link, { method: 'POST', body: form, headers: { origin }, redirect: 'manual' });
  if (response.status !== 303)
    throw new Error(`The set-up form: ${response.status} ${await response.text()}`);
}

/** Reports with a bot's key. */
async function report(/** @type {string} */ origin, /** @type {string} */ key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ botId: BOT, serverCount: 4, userCount: 273 });
  const response = await fetch(`${origin}/api/v1/bots/stats`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`The report: ${response.status} ${await response.text()}`);
}

/**
 * Installs the client library from the service as its README says, again from the lockfile alone, and reads the usage with it.
 * @param {Machine} machine @param {string} manager @param {string} origin @param {string} key
 */
async function readWithClient(machine, manager, origin, key) {
  const { bot } = machine;
  const inBot = (/** @type {string} */ program, /** @type {readonly string[]} */ args, env = {}) =>
    machine.run(program, args, env, bot);
  const setting = `@botmeter:registry=${origin}/npm/`;
  writeFileSync(join(bot, 'package.json'), '{"name":"bot","version":"1.0.0"}');
  if (manager === 'npm') await inBot('npm', ['config', 'set', '--location=project', setting]);
  else writeFileSync(join(bot, '.npmrc'), `${setting}\n`);
  await inBot(manager, [manager === 'npm' ? 'install' : 'add', '@botmeter/client']);
  rmSync(join(bot, 'node_modules'), { recursive: true });
  await inBot(manager, manager === 'npm' ? ['ci'] : ['install', '--frozen-lockfile']);
  writeFileSync(
    join(bot, 'bot.mjs'),
    `import { BotmeterClient } from '@botmeter/client';
const { ORIGIN: baseUrl, KEY: apiKey } = process.env;
const botmeter = new BotmeterClient({ baseUrl, apiKey, botId: '${BOT}' });
const usage = await botmeter.getApiUsage();
if (!usage.ok) throw usage.error;`,
  );
  await inBot('node', ['bot.mjs'], { ORIGIN: origin, KEY: key });
}

/** Installs the client library with every package manager, and prints what each did. */
async function everyManager(/** @type {string} */ origin) {
  const [status] = await once(spawn(process.execPath, [CLIENTS, origin], { stdio: 'inherit' }), 'close');
  if (status !== 0) throw new Error('A package manager did not install the client library.');
}

/** Starts the built service again and again; each must end with status 0. */
async function startAgain(
  /** @type {Machine} */ machine,
  /** @type {Record<string, string>} */ env,
  /** @type {string} */ origin,
  /** @type {number} */ starts,
) {
  for (let at = 1; at <= starts; at++) {
    const service = machine.start('node', ['lib/build/start.mjs'], env);
    await whenReady(service, origin);
    service.child.kill('SIGTERM');
    const [code, signal] = await service.ended;
    if (code !== 0)
      throw new Error(`Start ${at} ended with ${signal ?? code}: ${service.output.slice(-2_000)}`);
  }
}
