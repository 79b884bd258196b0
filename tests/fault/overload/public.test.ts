import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { setPublic } from '@/lib/services/bots/publish';
import { figure, IS_SOAK, size } from '../../support/fault/campaign';
import { type Served, serve, suiteFolder } from '../../support/fault/serve';
import { Client } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { accepted } from '../../support/result';
import { lasting, METRICS_TOKEN, TOPIC } from './service-with-bots';
import { callDuring } from './well-behaved';

const LASTS_MS = size(3_000, 30_000);
const PER_SECOND = 300;
const TICK_MS = 10;
const UNKNOWN_IDS = size(2_000, 10_000);
const PICTURES = 400;

let on: Served;
/** Of bots that each report once beside the others. */
let callers: readonly TestBot[];
beforeAll(async () => {
  on = await serve(`${suiteFolder()}/botmeter.db`, { env: { METRICS_TOKEN } });
  callers = await on.operator.bots(4 * size(400, 4_000), 'business');
});
afterAll(() => on.stop());

const KINDS = ['servers', 'users', 'votes', 'status', 'coverage'];
async function publicBots(count: number) {
  const bots = await on.operator.bots(count, 'premium');
  const ports = await on.operator.ports();
  for (const { id } of bots) accepted(await setPublic(ports, OPERATOR, id, true));
  return bots.map(({ id }) => id);
}

async function drawings(): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { text } = await on.client.send({ path: '/api/metrics', headers });
  return [...text.matchAll(/^botmeter_public_drawings_total\{form="\w+"\} (\d+)$/gm)].reduce(
    (sum, [, drawn]) => sum + Number(drawn),
    0,
  );
}

it(`${PER_SECOND} different badges a second hold up no call`, {
  timeout: 4 * LASTS_MS + 120_000,
}, async () => {
  const ids = await publicBots(100);
  const client = new Client(on.service.port);
  let sent = 0;
  const statuses = new Set<number>();
  const badges = async () => {
    const all: Promise<void>[] = [];
    const until = performance.now() + LASTS_MS;
    const startedAt = performance.now();
    while (performance.now() < until) {
      while (sent < ((performance.now() - startedAt) / 1_000) * PER_SECOND) {
        const at = sent++;
        const path = `/badge/${ids[at % ids.length]}/${KINDS[at % KINDS.length]}.svg?label=${at}`;
        all.push(client.send({ path }).then(({ status }) => void statuses.add(status)));
      }
      await lasting(TICK_MS)();
    }
    await Promise.all(all);
  };
  const quarter = callers.length / 4;
  const calls = (at: number, work: () => Promise<void>) =>
    callDuring(on.service.port, callers.slice(at * quarter, (at + 1) * quarter), work);
  // Twice without badges, so that the difference of the two says what a difference means.
  const alone = await calls(0, lasting(LASTS_MS));
  const beside = await calls(1, badges);
  const again = await calls(2, lasting(LASTS_MS));
  client.close();
  for (const { kept, fresh } of [alone, beside, again])
    expect([...kept.failures, ...fresh.failures]).toEqual([]);
  expect(statuses).toEqual(new Set([200]));
  const p99s = [alone, beside, again].map(({ kept }) => kept.p99Ms.toFixed(1));
  // A percentile means something on a machine without other load only.
  if (IS_SOAK) expect(Number(p99s[1])).toBeLessThan(3 * Math.max(Number(p99s[0]), Number(p99s[2])));
  figure(
    TOPIC,
    `${sent} badges in ${LASTS_MS / 1_000} s`,
    `p99 of calls ${p99s[1]} ms; without badges ${p99s[0]} and ${p99s[2]} ms`,
  );
});

it(`${UNKNOWN_IDS} unknown ids cost one drawing each kind, and no more`, { timeout: 120_000 }, async () => {
  const paths = (id: string) => [
    `/badge/${id}/users.svg?label=Once`,
    `/chart/${id}/users.svg?range=7d`,
    `/chart/${id}/users.png?range=7d`,
  ];
  for (const path of paths('100000000000000000')) expect((await on.client.send({ path })).status).toBe(200);
  const before = await drawings();
  for (let at = 1; at < UNKNOWN_IDS; at++) {
    const [path = ''] = paths(String(10n ** 17n + BigInt(at))).slice(at % 3);
    expect((await on.client.send({ path })).status).toBe(200);
  }
  expect(await drawings()).toBe(before);
  await on.client.send({ path: '/badge/100000000000000000/users.svg?label=Twice' });
  expect(await drawings()).toBe(before + 1);
});

it('a picture that would wait too long gets 503 with Retry-After, and calls go on', {
  timeout: 120_000,
}, async () => {
  const ids = await publicBots(PICTURES);
  const client = new Client(on.service.port, PICTURES);
  const pictures = async () => {
    const all = await Promise.all(ids.map((id) => client.send({ path: `/chart/${id}/servers.png` })));
    const busy = all.filter(({ status }) => status === 503);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 503]));
    for (const response of busy)
      expect([response.header('retry-after'), response.header('cache-control')]).toEqual(['2', 'no-store']);
    figure(TOPIC, `${PICTURES} different pictures at once`, `${busy.length} got 503`);
  };
  const { kept, fresh } = await callDuring(on.service.port, callers.slice(-callers.length / 4), pictures);
  client.close();
  expect([...kept.failures, ...fresh.failures]).toEqual([]);
});
