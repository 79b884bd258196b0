import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure, expectRejected } from '../../support/process/envelope';
import { bearer } from '../../support/process/requests';

onEveryServer((api) => {
  const { operator } = api;
  const json = { 'Content-Type': 'application/json' };
  const ask = (headers: Record<string, string>, body: string) =>
    api.send({ method: 'POST', path: '/api/v1/settings/webhook', headers, body });

  it.each<[string, Record<string, string>, string, Parameters<typeof expectRejected>[3]]>([
    ['another type', { 'Content-Type': 'text/plain' }, '{}', 'unsupported_media_type'],
    ['a body over 16 KiB', json, `{"url":"${'x'.repeat(16_384)}"}`, 'body_too_large'],
  ])('refuses %s', async (_, headers, body, error) => {
    const bot = await operator.bot({ plan: 'premium' });
    await expectRejected(api, bot, await ask({ ...bearer(bot), ...headers }, body), error);
  });

  it.each([
    ['no address', '{}', 'url'],
    ['a number as address', '{"url": 5}', 'url'],
    ['an empty address', '{"url": ""}', 'url'],
    ['a number as secret', '{"url": "https://bot.example.org/", "secret": 5}', 'secret'],
    ['a huge secret', JSON.stringify({ url: 'https://bot.example.org/', secret: 'x'.repeat(257) }), 'secret'],
    ['an empty secret', '{"url": "https://bot.example.org/", "secret": ""}', 'secret'],
    [
      'a secret that decodes to nothing',
      '{"url": "https://bot.example.org/", "secret": "whsec_A"}',
      'secret',
    ],
    ['a secret that is no text', '{"url": "https://bot.example.org/", "secret": "\\ud800"}', 'secret'],
  ])('refuses %s and repeats nothing of it', async (_, body, path) => {
    const bot = await operator.bot({ plan: 'premium' });
    const response = await ask({ ...bearer(bot), ...json }, body);
    await expectRejected(api, bot, response, 'invalid_body', {
      issues: [{ path, message: expect.any(String) }],
    });
    expect(response.text).not.toContain('bot.example.org');
  });

  it('refuses a disabled bot, a missing key and an unknown one', async () => {
    const bot = await operator.bot({ plan: 'premium' });
    await operator.disable(bot.id);
    const body = '{"url": "https://bot.example.org/"}';
    await expectRejected(api, bot, await ask({ ...bearer(bot), ...json }, body), 'bot_disabled');
    expectFailure(await ask(json, body), 'missing_key');
    expectFailure(await ask({ ...json, Authorization: 'Bearer x' }, body), 'invalid_key');
    const { directory } = await operator.ports();
    expect(await directory.read(({ webhooks }) => webhooks.listOfBots([bot.id]))).toEqual([]);
  });
});
