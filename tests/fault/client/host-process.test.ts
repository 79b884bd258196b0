import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOT_ID, KEY } from '../../unit/client/virtual-time';
import { FAULTS, type FaultServer, openFaultServer } from './fault-server';

let server: FaultServer;
let folder: string;
beforeAll(async () => {
  server = await openFaultServer();
  folder = mkdtempSync(join(tmpdir(), 'client-host-'));
  await build({
    entryPoints: [new URL('../../../lib/client/index.ts', import.meta.url).pathname],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: join(folder, 'client.mjs'),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Runs a bot of one file on the real clock, timers and network; resolves when its process has ended. */
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

test('a process with a client at each fault at once, without listeners, ends by itself with status 0 and says nothing', async () => {
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
        const options = { baseUrl: '${server.url}/' + name, apiKey: '${KEY}', botId: '${BOT_ID}' };
        new BotmeterClient(options).start({ collect });
        new BotmeterClient(options).sendStats({ serverCount: 1, userCount: 2 });
        new BotmeterClient(options).getApiUsage();
      }
    }
    new BotmeterClient().start();
    new BotmeterClient({ baseUrl: 'nowhere', apiKey: 7, botId: 7 }).sendStats();
    // Requests are made in a later turn; a process with nothing to do would end before.
    setTimeout(() => {}, 500);
  `);
  expect({ exit, out, err }).toEqual({ exit: 0, out: '', err: '' });
  expect(server.count()).toBeGreaterThanOrEqual(names.length * 3);
  // What hangs is given up after 10 s.
  expect(tookMs).toBeLessThan(25_000);
});

test('waiting for the next report does not keep the process alive', async () => {
  const { exit, out, tookMs } = await runBot(`
    const client = new BotmeterClient({ baseUrl: '${server.url}/429-60', apiKey: '${KEY}', botId: '${BOT_ID}' });
    client.start({ collect: () => ({ serverCount: 1, userCount: 2 }) });
    client.on('refused', ({ nextCallSeconds }) => console.log(nextCallSeconds));
    setTimeout(() => {}, 300);
  `);
  expect(exit).toBe(0);
  expect(Number(out)).toBeGreaterThan(60);
  expect(tookMs).toBeLessThan(5_000);
});
