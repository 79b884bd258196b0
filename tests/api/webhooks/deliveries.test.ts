import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { createKey } from '@/lib/services/keys/change';
import { addWebhook } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';
import { makeBot, makePerson } from '@/tests/support/site';
import { forFile, rawDatabaseOf, siteForFile } from '@/tests/support/test-site';
import { startDiscordWebhooks, startHttpReceiver } from '@/tests/support/webhook-receivers';

/** Events on their whole way: from their cause through a running server to real receivers. */

const receiver = forFile(
  () => startHttpReceiver(),
  ({ stop }) => stop(),
);
const discord = forFile(
  () => startDiscordWebhooks(),
  ({ stop }) => stop(),
);
const site = siteForFile({ WEBHOOK_ALLOW: '127.0.0.0/8' });
const database = rawDatabaseOf(site);
const BOT = '1234567890123456789';
beforeAll(async () => {
  await makePerson(site, 'owner@example.org', 'owner');
  await makeBot(site, { id: BOT, owner: 'owner@example.org', plan: 'business' });
});

const cause = async () =>
  accepted(await createKey(site.ports, OPERATOR, { botId: BOT, name: 'New', expiresAtMs: null })).apiKey;

it('an event is delivered signed, again with its id after a failure, and no longer after 410', async () => {
  const { seal } = site.ports.vault;
  const secret = await addWebhook(site.ports, {
    botId: BOT,
    sealedAddress: seal(`${receiver.origin}/hook`),
  });
  receiver.respondNext(503);
  const { id, last4 } = await cause();
  const [first, retry] = await receiver.received(2);
  expect([first, retry].map((sent) => sent?.headers['webhook-id'])).toEqual([
    expect.stringMatching(/^evt_/),
    first?.headers['webhook-id'],
  ]);
  for (const { method, path, headers, body } of receiver.requests) {
    expect([method, path, headers['content-type']]).toEqual(['POST', '/hook', 'application/json']);
    expect(headers['user-agent']).toMatch(/^Botmeter\/\d/);
    const data = { botId: BOT, botName: 'TestBot', keyId: id, name: 'New', last4, expiresAt: null };
    const event = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(event).toEqual({ type: 'key.created', timestamp: expect.stringMatching(/Z$/), data });
  }
  const [before, after] = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect((after ?? 0) - (before ?? 0)).toBeGreaterThanOrEqual(3);
  receiver.respondNext(410);
  await cause();
  await receiver.received(3);
  await expect
    .poll(() => database.rows('SELECT status, status_reason FROM webhook_endpoints'))
    .toEqual([{ status: 'off', status_reason: 'gone' }]);
});

it('Discord gets the event as a message', async () => {
  const sealed = { sealedAddress: site.ports.vault.seal(discord.address), sealedSecret: null };
  await addWebhook(site.ports, { ...sealed, botId: BOT, kind: 'discord', eventTypes: ['key.created'] });
  await cause();
  await discord.received(1);
  await expect.poll(() => discord.messages).toMatchObject([{ embeds: [{}] }]);
});
