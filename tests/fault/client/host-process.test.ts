import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { suiteFolder } from '../../support/fault/serve';
import { BOT_ID, KEY } from '../../unit/client/virtual-time';
import { FAULTS, suiteFaultServer } from './fault-server';

const server = suiteFaultServer();
const folder = suiteFolder();
beforeAll(async () => {
  await build({
    entryPoints: [new URL('../../../lib/client/index.ts', import.meta.url).pathname],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: join(folder, 'client.mjs'),
  });
});

/** Runs a bot in a process with real clock, timers and network; resolves when it has exited. */
function runBot(code: string): Promise<{ exit: number | null; out: string; err: string; tookMs: number }> {
  const file = join(folder, `bot-${Math.random()}.mjs`);
  writeFileSync(file, `import { BotmeterClient } from './client.mjs';\n${code}`);
  const startMs = performance.now();
  return new Promise((resolve) => {
    const bot = spawn(process.execPath, ['--unhandled-rejections=throw', file]);
    let out = '';
    let err = '';
    bot.stdout.on('data', (data) => (out += data));
    bot.stderr.on('data', (data) => (err += data));
    bot.on('close', (exit) => resolve({ exit, out, err, tookMs: performance.now() - startMs }));
  });
}

test('a process with clients for every fault, without listeners, exits by itself with status 0 and prints only warnings', async () => {
  const names = Object.keys(FAULTS);
  const { exit, out, err, tookMs } = await runBot(`
    const sources = [
      () => ({ serverCount: 1, userCount: 2 }),
      () => { throw new Error('boom'); },
      () => Promise.reject(new Error('boom')),
      () => new Promise(() => {}),
      () => null,
    ];
    for (const name of ${JSON.stringify(names)}) {
      for (const collect of sources) {
        const options = { baseUrl: '${server().url}/' + name, apiKey: '${KEY}', botId: '${BOT_ID}' };
        new BotmeterClient(options).start({ collect });
        new BotmeterClient(options).sendStats({ serverCount: 1, userCount: 2 });
        new BotmeterClient(options).getApiUsage();
      }
    }
    new BotmeterClient().start();
    new BotmeterClient({ baseUrl: 'nowhere', apiKey: 7, botId: 7 }).sendStats();
    // Requests are sent in a later turn of the event loop; the process would exit before.
    setTimeout(() => {}, 500);
  `);
  expect({ exit, out }).toEqual({ exit: 0, out: '' });
  expect(err.split('\n').filter((line) => line !== '' && !line.startsWith('Botmeter: '))).toEqual([]);
  expect(err).not.toContain(KEY);
  expect(server().count()).toBeGreaterThanOrEqual(names.length * 3);
  // Requests that hang time out after 10 s.
  expect(tookMs).toBeLessThan(25_000);
});

test('waiting for the next report does not keep the process alive', async () => {
  const { exit, out, tookMs } = await runBot(`
    const client = new BotmeterClient({ baseUrl: '${server().url}/429-60', apiKey: '${KEY}', botId: '${BOT_ID}' });
    client.start({ collect: () => ({ serverCount: 1, userCount: 2 }) });
    client.on('refused', ({ nextCallSeconds }) => console.log(nextCallSeconds));
    setTimeout(() => {}, 300);
  `);
  expect(exit).toBe(0);
  expect(Number(out)).toBeGreaterThan(60);
  expect(tookMs).toBeLessThan(5_000);
});
