import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { NewEvent } from '@/lib/domain/alerts/event';
import { addWebhook } from '../../support/data/fixtures';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { suiteFolder, suitePostgres } from '../../support/fault/serve';
import { createDatabase, databaseUrlOf } from '../../support/process/database-url';
import { openServices } from '../../support/process/open-services';
import { createOwner, Operator } from '../../support/process/operator';
import { openRawDatabase } from '../../support/process/raw-database';
import { startService, stopService } from '../../support/process/service';
import { startHttpReceiver } from '../../support/webhook-receivers';

const KILLS = size(2, 50);
/** Of each round; all rounds together stay below what may wait for a webhook. */
const EVENTS = 20;
const WEBHOOKS = 5;
const WITHIN_MS = 60_000;

const folder = suiteFolder();
const postgres = suitePostgres();
const DATABASES = [
  ['SQLite', async () => databaseUrlOf(join(folder, 'killed.db'))],
  ['PostgreSQL', () => createDatabase(postgres().url)],
] as const;

it.each(DATABASES)(
  `on %s, in ${KILLS} SIGKILLs while delivering, every event reaches every webhook, repeated only with its id`,
  {
    timeout: 1_800_000,
  },
  async (name, create) => {
    const databaseUrl = await create();
    const receiver = await startHttpReceiver();
    onTestFinished(() => receiver.stop());
    const env = { WEBHOOK_ALLOW: '127.0.0.0/8' };
    await createOwner(databaseUrl);
    const operator = new Operator(databaseUrl);
    const [bot] = await operator.bots(1, 'business');
    if (bot === undefined) throw new Error('There is no bot.');
    const { ports, close } = await openServices(databaseUrl);
    const raw = openRawDatabase(databaseUrl);
    for (let i = 0; i < WEBHOOKS; i++) {
      await addWebhook(ports, { botId: bot.id, sealedAddress: ports.vault.seal(`${receiver.origin}/${i}`) });
    }
    let caused = 0;
    const cause = () =>
      ports.directory.write([], ({ events }, atMs) =>
        events.insert(
          Array.from({ length: EVENTS }, (): NewEvent => {
            const data = { botId: bot.id, botName: bot.name };
            return { type: 'bot.enabled', period: String(++caused), atMs, dueAtMs: atMs, data };
          }),
        ),
      );

    const random = randomFrom(SEED);
    for (let kill = 1; kill <= KILLS; kill++) {
      await cause();
      const service = await startService({ databaseUrl, env });
      await receiver.received(receiver.requests.length + 1 + random((EVENTS * WEBHOOKS) / 2));
      service.kill('SIGKILL');
      await service.ended;
      // What the killed process had claimed would wait until its claim ends.
      await raw.run('UPDATE webhook_endpoints SET lease_until_ms = 0');
    }
    const service = await startService({ databaseUrl, env });
    const waiting = async () =>
      (await raw.rows(`SELECT event_id FROM deliveries WHERE state <> 'delivered'`)).length +
      (await raw.rows('SELECT id FROM events WHERE routed_at_ms IS NULL')).length;
    await expect.poll(waiting, { timeout: WITHIN_MS, interval: 500 }).toBe(0);
    expect((await stopService(service)).code).toBe(0);

    const eventIds = (await raw.rows<{ id: string }>('SELECT id FROM events ORDER BY id')).map(
      ({ id }) => id,
    );
    expect(eventIds).toHaveLength(KILLS * EVENTS);
    for (let i = 0; i < WEBHOOKS; i++) {
      const received = receiver.requests.filter(({ path }) => path === `/${i}`);
      const ids = new Set(received.map(({ headers }) => String(headers['webhook-id'])));
      expect([...ids].sort()).toEqual(eventIds);
    }
    const repeats = receiver.requests.length - eventIds.length * WEBHOOKS;
    await Promise.all([raw.close(), close(), operator.close()]);
    figure(
      'Deliveries',
      `${name}, ${KILLS} SIGKILLs while delivering: every event reaches every webhook, repeated only with its id`,
      `${eventIds.length * WEBHOOKS} deliveries, 0 lost, ${repeats} repeated`,
    );
  },
);
