import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { type Instances, startInstances } from '../../support/fault/instances';
import { Client, type HttpResponse } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { usageRequest } from '../../support/process/requests';
import { signInOver } from '../../support/site';

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

describe('every process applies within a second', () => {
  it('the revocation of a key', async () => {
    const { key, keyId } = await instances.operator.key(bot.id);
    expect(await statuses(usage(key))).toEqual([200, 200, 200, 200]);
    const afterMs = await effectiveAfterMs(() => instances.operator.revoke(keyId), usage(key), 401);
    figure(TOPIC, 'a revoked key is refused by all 4 processes', `after ${afterMs.toFixed(0)} ms`);
  });

  it('the disabling of a bot', async () => {
    const disabled = await instances.operator.bot();
    expect(await statuses(usage(disabled.key))).toEqual([200, 200, 200, 200]);
    await effectiveAfterMs(() => instances.operator.disable(disabled.id), usage(disabled.key), 403);
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

  it('a sign-out', async () => {
    const origins = instances.services.map(({ port }) => `http://localhost:${port}`);
    const [first = ''] = origins;
    const cookie = await signInOver(first, 'owner@example.org');
    const bots = (client: Client) =>
      client.send({ path: '/api/dashboard/bots', headers: { Cookie: cookie } });
    expect(await statuses(bots)).toEqual([200, 200, 200, 200]);
    const afterMs = await effectiveAfterMs(() => signOutOver(first, cookie), bots, 401);
    figure(TOPIC, 'a session signed out on one is refused by all 4', `after ${afterMs.toFixed(0)} ms`);
  });
});

/** Signs out over HTTP as a browser does. */
async function signOutOver(origin: string, session: string): Promise<void> {
  const csrf = await fetch(`${origin}/api/auth/csrf`, { headers: { cookie: session } });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = [session, ...csrf.headers.getSetCookie().map((c) => c.split(';', 1)[0])].join('; ');
  const response = await fetch(`${origin}/api/auth/signout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookies, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, json: 'true' }),
  });
  expect(response.status).toBeLessThan(400);
}
