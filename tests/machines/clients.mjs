import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeFolder, unpacked } from './tools.mjs';

/**
 * Installs the client library from a running service with every package manager that bot authors have:
 * `node tests/machines/clients.mjs ORIGIN`, which `run.mjs` calls once.
 * Each installs, installs again from its lockfile, looks for newer versions and updates. All requests pass a recorder,
 * and so do those for other packages: none of these may name the client.
 */

const run = promisify(execFile);
const PACKAGE = '@botmeter/client';

/** A registry with nothing in it, which stands for the public one, or a proxy in front of `origin`. */
async function recorder(/** @type {string | null} */ origin) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (origin === null) return void response.writeHead(404).end('{"error":"not_found"}');
    const { method, headers, url } = incoming;
    const forwarded = request(origin + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { asked, origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** @typedef {{ name: string, settings: Record<string, string>, steps: readonly (readonly string[])[] }} Manager */

/** @param {string} own @param {string} others @returns {Manager[]} */
function managers(own, others) {
  const settings = { '.npmrc': `registry=${others}/\n` };
  const config = ['config', 'set', '--location=project', `@botmeter:registry=${own}/npm/`];
  const npm = (/** @type {string} */ major, /** @type {string} */ node) => {
    const program = join(nodeFolder(node), 'bin/node');
    const cli = join(unpacked(`npm@${major}`), 'bin/npm-cli.js');
    const steps = [config, ['install', PACKAGE], ['ci'], ['outdated'], ['update']];
    return {
      name: `npm ${major} on Node ${node}`,
      settings,
      steps: steps.map((step) => [program, cli, ...step]),
    };
  };
  const node = process.execPath;
  const pnpm = join(unpacked('pnpm@10'), 'bin/pnpm.cjs');
  const yarn = join(unpacked('@yarnpkg/cli-dist@4'), 'bin/yarn.js');
  const bun = join(unpacked('@oven/bun-linux-x64@1'), 'bin/bun');
  const scope = { ...settings, '.npmrc': `${settings['.npmrc']}@botmeter:registry=${own}/npm/\n` };
  const yarnrc = `npmRegistryServer: ${others}\nunsafeHttpWhitelist: ['127.0.0.1']\nnodeLinker: node-modules\nenableTelemetry: false\nnpmScopes:\n  botmeter:\n    npmRegistryServer: ${own}/npm\n`;
  return [
    npm('10', '22'),
    npm('11', '22'),
    npm('11', '24'),
    npm('12', '24'),
    npm('12', '26'),
    {
      name: 'pnpm 10',
      settings: scope,
      steps: [['add', PACKAGE], ['install', '--frozen-lockfile'], ['outdated'], ['update']].map((step) => [
        node,
        pnpm,
        ...step,
      ]),
    },
    {
      name: 'Yarn 4',
      settings: { '.yarnrc.yml': yarnrc, 'yarn.lock': '' },
      steps: [
        ['add', PACKAGE],
        ['install', '--immutable'],
        ['up', PACKAGE],
      ].map((step) => [node, yarn, ...step]),
    },
    {
      name: 'Bun',
      settings: scope,
      steps: [['add', PACKAGE], ['install', '--frozen-lockfile'], ['outdated'], ['update']].map((step) => [
        bun,
        ...step,
      ]),
    },
  ];
}

/** Runs the steps in an empty project; returns what was wrong. @param {Manager} manager @param {{ asked: string[] }} own */
async function follow({ settings, steps }, own) {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-author-'));
  const env = {
    NODE_ENV: /** @type {const} */ ('test'),
    PATH: process.env.PATH,
    HOME: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    npm_config_userconfig: join(folder, 'none'),
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
  };
  try {
    const project = join(folder, 'bot');
    mkdirSync(project);
    const files = { 'package.json': '{"name":"bot","version":"1.0.0","private":true}', ...settings };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    const requests = [];
    for (const [program = '', ...args] of steps) {
      const before = own.asked.length;
      // The lockfile alone is what a colleague and a container have.
      if (args.some((arg) => /^(ci|--frozen-lockfile|--immutable)$/.test(arg)))
        for (const name of ['node_modules', '../cache', '../.bun', '../.yarn', '../.local'])
          rmSync(join(project, name), { recursive: true, force: true });
      await run(program, args, { cwd: project, env, timeout: 120_000 });
      requests.push(own.asked.length - before);
    }
    const installed = readFileSync(join(project, 'node_modules', PACKAGE, 'package.json'), 'utf8');
    return `${JSON.parse(installed).version}; requests to the service a step: ${requests.join(', ')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [origin] = process.argv.slice(2);
if (origin === undefined) throw new Error('Name the origin of a running service.');
const [own, others] = [await recorder(origin), await recorder(null)];
for (const manager of managers(own.origin, others.origin)) {
  const outcome = await follow(manager, own).catch((error) => {
    process.exitCode = 1;
    return `FAILED: ${error.message}\n${error.stdout ?? ''}`;
  });
  const strays = others.asked.splice(0).filter((one) => /botmeter/i.test(one));
  if (strays.length > 0) process.exitCode = 1;
  process.stdout.write(
    `${manager.name}: ${outcome}${strays.length > 0 ? `; asked elsewhere: ${strays.join(', ')}` : ''}\n`,
  );
}
own.close();
others.close();
