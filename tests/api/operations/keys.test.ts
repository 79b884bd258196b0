import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import { composeKey } from '@/lib/domain/keys/key-text';
import { type ApiServer, onEveryServer, onOneServer } from '@/tests/support/process/api-server';
import { expectApiHeaders, expectFailure, expectNoRateLimit } from '@/tests/support/process/envelope';
import { exchange, rawHeader, rawRequest } from '@/tests/support/process/http';
import type { TestBot } from '@/tests/support/process/operator';
import { bearer } from '@/tests/support/process/requests';
import { checkEach } from '@/tests/support/result';

/** Every operation for bots refuses everything but one valid key with 401, and counts nothing. */

const UNTOUCHED = { used: 0, calls: 0, rejected: 0, reports: [] };

/** In these values and in MALFORMED, KEY stands for a valid key. */
const WITHOUT_KEY = [
  '',
  'Basic dXNlcjpwYXNz',
  'Digest x',
  'BearerKEY',
  'Token KEY',
  'KEY',
  'Basic KEY',
  'Bear KEY',
];

const otherDigit = (digit: string | undefined) => (digit === '0' ? '1' : '0');
const MALFORMED: [name: string, value: string | ((key: string) => string)][] = [
  ['nothing', ''],
  ['a space', ' '],
  ['two keys', ' KEY KEY'],
  ['a key and a word', ' KEY x'],
  ['two keys with a comma', ' KEY, KEY'],
  ['two schemes', ' Bearer KEY'],
  ['two whole values with a comma', ' KEY, Bearer KEY'],
  ['a key with a comma', ' KEY,'],
  ['a key in quotes', ' "KEY"'],
  ['a key with an additional character', ' KEY0'],
  ['a very long word', ` ${'a'.repeat(8_000)}`],
  ['a key that was never issued', ` ${composeKey('a'.repeat(32))}`],
  ['a key in lower case', (key) => key.toLowerCase()],
  ['a key with an upper case prefix', (key) => key.replace('btm_', 'BTM_')],
  ['a key with another prefix', (key) => key.replace('btm_', 'bta_')],
  ['a key without its prefix', (key) => key.slice(4)],
  ['a key that lacks a character', (key) => key.slice(0, -1)],
  ['a key with a wrong checksum', (key) => key.slice(0, -1) + otherDigit(key.at(-1))],
  ['a key changed in the middle', (key) => key.slice(0, 9) + otherDigit(key[9]) + key.slice(10)],
  ['a key in base64', (key) => Buffer.from(key).toString('base64')],
  ['a percent-encoded key', (key) => key.replace('_', '%5F')],
  ['a key with a non-ASCII character', (key) => `${key.slice(0, -1)}\u00e9`],
];

/** Pairs of Authorization headers; KEY and OTHER stand for valid keys of two bots. */
const PAIRS = [
  ['Bearer KEY', 'Bearer KEY'],
  ['Bearer KEY', 'Bearer OTHER'],
  ['Basic dXNlcjpwYXNz', 'Bearer KEY'],
  ['Bearer KEY', 'Basic dXNlcjpwYXNz'],
  ['', 'Bearer KEY'],
  ['Bearer KEY', ''],
  ['Bearer', 'Bearer KEY'],
  ['Bearer KEY', 'Bearer'],
  ['Basic dXNlcjpwYXNz', 'Basic dXNlcjpwYXNz'],
  ['', ''],
] as const;

const keyed = OPERATIONS.filter(({ auth }) => auth === 'key');
const senderOf =
  (api: ApiServer, { method, path }: (typeof keyed)[number]) =>
  ({ id }: TestBot, headers: Record<string, string>, query = '') =>
    api.send({ method, path: path.replace('{botId}', id) + query, headers });

/** What has not the form of a key is refused before a database is asked. */
onOneServer((api) => {
  const { operator } = api;
  let bot: TestBot;
  let other: TestBot;
  beforeAll(async () => {
    [bot, other] = [await operator.bot(), await operator.bot()];
  });
  afterEach(async () => {
    for (const { id } of [bot, other]) expect(await operator.state(id)).toMatchObject(UNTOUCHED);
  });

  describe.each(keyed)('$method $path', (operation) => {
    const send = senderOf(api, operation);
    const targetOf = ({ id }: Pick<TestBot, 'id'>) => operation.path.replace('{botId}', id);

    it('requires a key in the Authorization header', async () => {
      await checkEach(WITHOUT_KEY, async (form) =>
        expectFailure(await send(bot, { Authorization: form.replace('KEY', bot.key) }), 'missing_key'),
      );
      expectFailure(await send(bot, {}), 'missing_key');
      const { key } = bot;
      const elsewhere = {
        'X-Api-Key': key,
        'Api-Key': key,
        'Proxy-Authorization': `Bearer ${key}`,
        Cookie: `key=${key}; authorization=Bearer ${key}`,
      };
      const query = `?key=${key}&api_key=${key}&access_token=${key}&token=${key}`;
      expectFailure(await send(bot, elsewhere, query), 'missing_key');
    });

    it('refuses Bearer with everything but a key', () =>
      checkEach(MALFORMED, async ([, value]) => {
        const given = typeof value === 'string' ? value.replaceAll('KEY', bot.key) : ` ${value(bot.key)}`;
        expectFailure(await send(bot, { Authorization: `Bearer${given}` }), 'invalid_key');
      }));

    it('refuses two Authorization headers', () =>
      checkEach(PAIRS, async (pair) => {
        const [first, second] = pair.map((form) => form.replace('KEY', bot.key).replace('OTHER', other.key));
        for (const [one, two] of [
          ['Authorization', 'Authorization'],
          ['authorization', 'AUTHORIZATION'],
        ]) {
          const headers = [`${one}: ${first}`, 'Accept: */*', `${two}: ${second}`, 'Content-Length: 0'];
          const response = await exchange(api.port, rawRequest(targetOf(bot), headers, operation.method));
          expect([response.status, JSON.parse(response.body).error]).toEqual([401, 'invalid_key']);
          expect(rawHeader(response, 'WWW-Authenticate')).toBe('Bearer realm="api", error="invalid_token"');
          expect(response.head).not.toMatch(/^ratelimit/im);
        }
      }));

    it('does not wait for the body of a request without a key', async () => {
      const head = ['Content-Type: application/json', 'Content-Length: 1000'];
      const request = rawRequest(targetOf({ id: '12345678901234567' }), head, operation.method);
      const response = await exchange(api.port, request);
      expect([response.status, JSON.parse(response.body).error]).toEqual([401, 'missing_key']);
    });
  });
});

onEveryServer((api) => {
  const { operator } = api;

  describe.each(keyed)('$method $path', (operation) => {
    const send = senderOf(api, operation);
    const withKey = (bot: TestBot, key: string) => send(bot, bearer({ key }));

    it('refuses a revoked key from the next call on, and not the bot’s other keys', async () => {
      const bot = await operator.bot();
      const { key, keyId } = await operator.key(bot.id);
      await operator.revoke(keyId);
      expectFailure(await withKey(bot, key), 'invalid_key');
      expect(await operator.state(bot.id)).toMatchObject(UNTOUCHED);
      expect((await withKey(bot, bot.key)).status).not.toBe(401);
    });

    it('refuses an expired key', async () => {
      const bot = await operator.bot();
      const inAnHour = () => operator.key(bot.id, Date.now() + 3_600_000);
      const seen = await inAnHour();
      expect((await withKey(bot, seen.key)).status).not.toBe(401);
      const before = await operator.state(bot.id);
      // A server of a cluster remembers the expiry of a key that it has seen: only SQL can move it.
      const expired = api.database === 'Citus' ? await inAnHour() : seen;
      await operator.expire(expired.keyId, Date.now());
      expectFailure(await withKey(bot, expired.key), 'invalid_key');
      expect(await operator.state(bot.id)).toEqual(before);
    });

    it('returns the same response for an unknown and a revoked key', async () => {
      const bot = await operator.bot();
      const { key, keyId } = await operator.key(bot.id);
      await operator.revoke(keyId);
      const invalid = [key, composeKey('z'.repeat(32))];
      const responses = await Promise.all(invalid.map((one) => withKey(bot, one)));
      const bodies = responses.map((response) => ({ ...response.json(), requestId: '' }));
      expect(bodies[1]).toEqual(bodies[0]);
      for (const response of responses) {
        expectFailure(response, 'invalid_key');
        expectApiHeaders(response);
        expectNoRateLimit(response);
      }
      expect(await operator.state(bot.id)).toMatchObject(UNTOUCHED);
    });
  });
});
