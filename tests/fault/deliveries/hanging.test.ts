import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { addWebhook } from '../../support/data/fixtures';
import { figure, size } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';
import { databaseUrlOf } from '../../support/process/database-url';
import { openServices } from '../../support/process/open-services';
import { createOwner, Operator } from '../../support/process/operator';
import { openRawDatabase } from '../../support/process/raw-database';
import { startService, stopService } from '../../support/process/service';
import { type HttpReceiver, startHttpReceiver } from '../../support/webhook-receivers';

const WEBHOOKS = size(150, 1_000);
const WITHIN_MS = 5_000;
const STOP_MAX_MS = 10_000;

const folder = suiteFolder();
const drip = (response: NodeJS.WritableStream) => {
  const timer = setInterval(() => response.write('x'), 500);
  response.on('close', () => clearInterval(timer));
};
/** Half a second of pause in between: the test must not be what loads the machine. */
const flood = (response: NodeJS.WritableStream) => {
  const timer = setInterval(() => response.write(Buffer.alloc(2 ** 20)), 500);
  response.on('close', () => clearInterval(timer));
};
let hanging: HttpReceiver[];
let healthy: HttpReceiver;
beforeAll(async () => {
  hanging = await Promise.all(
    [() => {}, drip, flood].map((respond) => startHttpReceiver({ otherwise: () => respond })),
  );
  healthy = await startHttpReceiver();
});
afterAll(() => Promise.all([...hanging, healthy].map((receiver) => receiver.stop())));

it(`with ${WEBHOOKS} webhooks that hang, drip or flood, a healthy one gets its event within 5 s, and a stop ends`, {
  timeout: 300_000,
}, async () => {
  const databaseFile = join(folder, 'hanging.db');
  await createOwner(databaseFile);
  const operator = new Operator(databaseFile);
  const [slow, fast] = await operator.bots(2, 'business');
  const { ports, close } = await openServices(databaseFile);
  const raw = openRawDatabase(databaseUrlOf(databaseFile));
  const add = (bot: typeof slow, receiver: typeof healthy | undefined, path: string) =>
    addWebhook(ports, {
      botId: bot?.id ?? '',
      host: receiver?.host ?? '',
      sealedAddress: ports.vault.seal(`${receiver?.origin}/${path}`),
    });
  let caused = 0;
  const cause = (bot: typeof slow) =>
    ports.directory.write([], ({ events }, atMs) => {
      const data = { botId: bot?.id ?? '', botName: 'TestBot' };
      const event: NewEvent = { type: 'bot.enabled', period: String(++caused), atMs, dueAtMs: atMs, data };
      return events.insert([event]);
    });
  for (let i = 0; i < WEBHOOKS; i++) await add(slow, hanging[i % hanging.length], String(i));
  await add(fast, healthy, 'healthy');
  const service = await startService({ databaseFile, env: { WEBHOOK_ALLOW: '127.0.0.0/8' } });

  const measured: number[] = [];
  for (const health of ['new', 'failing', 'working']) {
    await raw.run(`UPDATE webhook_endpoints SET health = '${health}' WHERE bot_id = '${slow?.id}'`);
    const connections = () => hanging.reduce((sum, receiver) => sum + receiver.requests.length, 0);
    const before = connections();
    await cause(slow);
    await expect.poll(connections, { timeout: 40_000 }).toBeGreaterThan(before + 10);
    const startedAt = performance.now();
    const wanted = healthy.requests.length + 1;
    await cause(fast);
    await healthy.received(wanted);
    measured.push(performance.now() - startedAt);
  }
  for (const ms of measured) expect(ms).toBeLessThan(WITHIN_MS);
  const stoppedAt = performance.now();
  expect((await stopService(service)).code).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(STOP_MAX_MS);
  await Promise.all([raw.close(), close(), operator.close()]);
  figure(
    'Deliveries',
    `${WEBHOOKS} webhooks that hang, drip or flood: a healthy one gets its event within 5 s`,
    `${measured.map((ms) => `${Math.round(ms)} ms`).join(', ')} (they are new, failing, working before)`,
  );
});
