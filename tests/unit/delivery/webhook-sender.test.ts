import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import { startDiscordWebhooks } from '@/tests/support/webhook-receivers';
import { failed, messageTo, receiverOf, senderWith } from './network';

describe('a signed webhook', () => {
  it('is accepted by the reference library with each of its secrets, and with no other', async () => {
    const receiver = await receiverOf();
    const both = [secrets.newWebhookSecret(), secrets.newWebhookSecret()];
    const message = { ...messageTo(`${receiver.origin}/hook?a=b`), secrets: both };
    expect(await senderWith().postSigned(message)).toEqual({
      isDelivered: true,
      status: 204,
      tookMs: expect.any(Number),
      response: '',
      reason: '',
      retryAfterMs: null,
      isFromPrivateAddress: true,
    });

    const [{ headers, ...received } = { headers: {}, body: '' }] = receiver.requests;
    expect(received).toEqual({ method: 'POST', path: '/hook?a=b', body: message.body });
    const verify = (secret: string) => new Webhook(secret).verify(received.body, { ...headers } as never);
    for (const secret of both) {
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
      expect(verify(secret)).toEqual({ type: 'webhook.test' });
    }
    expect(() => verify(secrets.newWebhookSecret())).toThrow('No matching signature');
    expect(headers).toEqual({
      host: receiver.host,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': '23',
      'user-agent': 'Botmeter/1.2.3',
      'webhook-id': 'evt_1',
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,\S{44} v1,\S{44}$/),
    });
  });

  it('has the signature of the example in the specification', async () => {
    const receiver = await receiverOf();
    await senderWith({ nowMs: () => 1_614_265_330_999 }).postSigned({
      address: receiver.origin,
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
    });
    expect(receiver.requests[0]?.headers).toMatchObject({
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});

describe('a response', () => {
  it.each([
    [200, '', true, ''],
    [299, 'é', true, ''],
    [300, '', false, 'redirect \\(status 300\\)'],
    [410, 'gone', false, '^The receiver responded with status 410\\.$'],
    [500, 'a\u0000b\u001bc\n', false, 'status 500'],
  ])('with status %i has its reason', async (status, body, isDelivered, reason) => {
    const receiver = await receiverOf();
    receiver.respondNext({ status, body });
    const result = await senderWith().postSigned(messageTo(receiver.origin));
    const response = body.replace('\u0000', '\ufffd').replace('\u001b', '\ufffd');
    expect(result).toMatchObject({ isDelivered, status, response, reason: expect.stringMatching(reason) });
  });

  it.each([301, 302, 303, 307, 308])('that redirects is not followed: %i', async (status) => {
    const [receiver, other] = [await receiverOf(), await receiverOf()];
    receiver.respondNext({ status, headers: { location: other.origin } });
    expect(await senderWith().postSigned(messageTo(receiver.origin))).toEqual(failed('redirect', status));
    expect([receiver.requests.length, other.connections()]).toEqual([1, 0]);
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1_500],
    ['Sun, 22 Nov 2026 12:01:00 GMT', 60_000],
    ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['-5', null],
    ['soon', null],
    ['1e9', null],
  ])('may tell how long to wait, at most a day: %s', async (field, retryAfterMs) => {
    const receiver = await receiverOf();
    receiver.respondNext({ status: 503, headers: { 'retry-after': field } });
    const sender = senderWith({ nowMs: () => Date.UTC(2026, 10, 22, 12) });
    expect(await sender.postSigned(messageTo(receiver.origin))).toMatchObject({ retryAfterMs });
  });
});

it('a message to Discord keeps the query, waits for the response, and learns the limit of the rate', async () => {
  const discord = await startDiscordWebhooks();
  onTestFinished(() => discord.stop());
  const body = JSON.stringify({ embeds: [{ title: 'Test' }], allowed_mentions: { parse: [] } });
  const message = { address: `${discord.address}?thread_id=1`, body };
  const sender = senderWith();
  expect(await sender.postDiscord(message)).toMatchObject({ isDelivered: true, status: 200 });
  expect(discord.requests[0]?.path).toMatch(/\?thread_id=1&wait=true$/);
  discord.limitNext(1_300);
  expect(await sender.postDiscord(message)).toMatchObject({ status: 429, retryAfterMs: 1_300 });
  discord.respondNext({ status: 429, headers: { 'retry-after': '7' }, body: '<html>' });
  expect(await sender.postDiscord(message)).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  expect(await sender.postDiscord({ ...message, body: '{}' })).toEqual(failed('status 400', 400));
});
