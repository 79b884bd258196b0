import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserJar, PASSWORD } from '../../support/browser-jar';
import { figure } from '../../support/fault/campaign';
import { type Instances, startInstances } from '../../support/fault/serve';
import { Client, type HttpResponse } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { usageRequest } from '../../support/process/requests';

const EFFECTIVE_WITHIN_MS = 1_000;
const TOPIC = 'Several instances';

let instances: Instances;
let clients: Client[];
let bot: TestBot;
beforeAll(async () => {
  instances = await startInstances([{}, {}, {}, {}]);
  clients = instances.services.map(({ port }) => new Client(port));
  bot = await instances.operator.bot();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await instances.stop();
});

type Send = (client: Client) => Promise<HttpResponse>;
const toAll = (send: Send) => Promise.all(clients.map(send));
const statuses = async (send: Send) => (await toAll(send)).map(({ status }) => status);
const usage =
  (key: string): Send =>
  (client) =>
    client.send(usageRequest({ key }));

/** The time after `change` until every process responds with `status`. */
async function effectiveAfterMs(change: () => Promise<unknown>, send: Send, status: number): Promise<number> {
  await change();
  const changedAt = performance.now();
  for (;;) {
    const seen = await statuses(send);
    const afterMs = performance.now() - changedAt;
    if (seen.every((one) => one === status)) return afterMs;
    expect(afterMs, `${seen}, not ${status}`).toBeLessThan(EFFECTIVE_WITHIN_MS);
  }
}

type Change = { readonly send: Send; readonly change: () => Promise<unknown>; readonly status: number };

/** What is changed through one process or the database, and how the others refuse after it. */
const CHANGES: Record<string, () => Promise<Change>> = {
  async 'a revocation of a key'() {
    const { key, keyId } = await instances.operator.key(bot.id);
    return { send: usage(key), change: () => instances.operator.revoke(keyId), status: 401 };
  },
  async 'the disabling of a bot'() {
    const { id, key } = await instances.operator.bot();
    return { send: usage(key), change: () => instances.operator.disable(id), status: 403 };
  },
  async 'a sign-out'() {
    // One address for all, as behind a balancer: the cookie's name has its port.
    const Host = `localhost:${instances.services[0]?.port}`;
    const jar = new BrowserJar(`http://${Host}`);
    await jar.signIn('owner@example.org', PASSWORD);
    const request = { path: '/api/dashboard/bots', headers: { Cookie: jar.cookie, Host } };
    const change = () => jar.signOut();
    return { send: (client) => client.send(request), change, status: 401 };
  },
};

describe('every process applies within a second', () => {
  it.each(Object.entries(CHANGES))('%s', async (name, prepare) => {
    const { send, change, status } = await prepare();
    expect(await statuses(send)).toEqual([200, 200, 200, 200]);
    const afterMs = await effectiveAfterMs(change, send, status);
    figure(TOPIC, `${name} is applied by all 4 processes`, `after ${afterMs.toFixed(0)} ms`);
  });

  it('a change of plan', async () => {
    const { id, key } = await instances.operator.bot({ plan: 'free' });
    const plans = async () => (await toAll(usage(key))).map((response) => response.json().data.tier.name);
    expect(await plans()).toEqual(['free', 'free', 'free', 'free']);
    const startedAt = performance.now();
    await instances.operator.changePlan(id, 'premium');
    expect(await plans()).toEqual(['premium', 'premium', 'premium', 'premium']);
    expect(performance.now() - startedAt).toBeLessThan(EFFECTIVE_WITHIN_MS);
  });
});
