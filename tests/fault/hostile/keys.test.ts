import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeKey } from '@/lib/domain/api-key';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { type Served, serve, suiteFolder } from '../../support/fault/serve';
import { startPostgres } from '../../support/postgres.mjs';
import { Client } from '../../support/process/http';
import { reportRequest, usageRequest } from '../../support/process/requests';
import { startService, stopService } from '../../support/process/service';

const PAIRS = size(1_000, 10_000);
const GUESSES = size(20_000, 1_000_000);
const CONCURRENT = 64;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TOPIC = 'Hostile input';

const folder = suiteFolder();
let on: Served;
beforeAll(async () => {
  on = await serve(join(folder, 'botmeter.db'));
});
afterAll(() => on.stop());

/** Runs `send` `count` times, CONCURRENT at once. */
async function many(count: number, send: () => Promise<void>): Promise<void> {
  let started = 0;
  const worker = async () => {
    while (started++ < count) await send();
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
}

it(`no key reports for another bot in ${PAIRS} pairs`, { timeout: 600_000 }, async () => {
  const { client, operator } = on;
  const random = randomFrom(SEED);
  const bots = await operator.bots(200, 'business');
  const rejected = new Map<string, number>();
  await many(PAIRS, async () => {
    const [own, other] = [bots[random(100)], bots[100 + random(100)]];
    if (own === undefined || other === undefined) throw new Error('There are no bots.');
    const response = await client.send(reportRequest(own, { botId: other.id }));
    expect([response.status, response.json().error]).toEqual([403, 'bot_mismatch']);
    rejected.set(own.id, (rejected.get(own.id) ?? 0) + 1);
  });
  for (const { id } of bots) {
    const state = await operator.state(id);
    expect(state).toMatchObject({ used: 0, calls: 0, rejected: rejected.get(id) ?? 0, reports: [] });
  }
  figure(TOPIC, `${PAIRS} pairs of a key and another bot`, '0 accepted');
});

/** Random text, keys with a wrong checksum, well-formed keys that were never created, and parts of a real key. */
function guess(random: (below: number) => number, real: string): string {
  const text = (length: number) => Array.from({ length }, () => ALPHABET[random(62)]).join('');
  switch (random(5)) {
    case 0:
      return text(1 + random(60));
    case 1:
      return `btm_${text(38)}`;
    case 2:
      return composeKey(text(32));
    case 3: {
      const at = 4 + random(real.length - 4);
      const changed = ALPHABET[(ALPHABET.indexOf(real[at] ?? '0') + 1 + random(61)) % 62];
      return real.slice(0, at) + changed + real.slice(at + 1);
    }
    default:
      return real.slice(0, 4 + random(real.length - 4));
  }
}

it(`${GUESSES} guessed keys are all refused, and nothing is counted`, { timeout: 1_800_000 }, async () => {
  const { client, operator } = on;
  const random = randomFrom(SEED);
  const bot = await operator.bot();
  const before = await operator.rows(bot.id);
  await many(GUESSES, async () => {
    const key = guess(random, bot.key);
    expect((await client.send(usageRequest({ key }))).status, key).toBe(401);
  });
  expect(await operator.rows(bot.id)).toEqual(before);
  expect((await client.send(usageRequest(bot))).status).toBe(200);
  figure(TOPIC, `${GUESSES} guessed keys`, '0 accepted');
});

it('a key with a wrong checksum is refused without a database query', async () => {
  const postgres = await startPostgres();
  const service = await startService({ databaseUrl: postgres.url });
  const client = new Client(service.port);
  await postgres.halt('SIGQUIT');
  const statusOf = async (key: string) => (await client.send(usageRequest({ key }))).status;
  const wellFormed = composeKey('a'.repeat(32));
  const wrong = `${wellFormed.slice(0, -1)}${wellFormed.endsWith('0') ? '1' : '0'}`;
  expect([await statusOf(wrong), await statusOf(wellFormed)]).toEqual([401, 503]);
  client.close();
  await stopService(service);
  await postgres.stop();
});
