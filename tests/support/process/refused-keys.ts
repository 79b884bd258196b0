import { expect, it } from 'vitest';
import { composeKey } from '@/lib/domain/api-key';
import type { ApiServer } from './api-server';
import { expectApiHeaders, expectFailure, expectNoRateLimit } from './envelope';
import type { HttpResponse } from './http';
import { exchange, rawHeader, rawRequest } from './raw-socket';

export type Endpoint = { readonly method: string; readonly path: string };

/** Tests that an endpoint refuses everything but one valid key with 401, and counts nothing. */
export function rejectsInvalidKeys(site: ApiServer, { method, path }: Endpoint): void {
  const { operator } = site;
  const send = (headers: Record<string, string | string[]>, query = ''): Promise<HttpResponse> =>
    site.send({ method, path: path + query, headers });
  const untouched = { used: 0, rejected: 0, reports: [] };

  it.each(['', 'Basic dXNlcjpwYXNz', 'Digest x', 'BearerKEY', 'Token KEY', 'KEY', 'Basic KEY', 'Bear KEY'])(
    'asks for a key when Authorization is "%s"',
    async (form) => {
      const bot = await operator.bot();
      const answer = await send({ Authorization: form.replace('KEY', bot.key) });
      expectFailure(answer, 'missing_key', { isAuthenticated: false });
      expect(await operator.state(bot.id)).toMatchObject(untouched);
    },
  );

  it('asks for a key when there is no Authorization', async () => {
    expectFailure(await send({}), 'missing_key', { isAuthenticated: false });
  });

  it('takes no key from the query, a cookie or another header', async () => {
    const { id, key } = await operator.bot();
    const elsewhere = { 'X-Api-Key': key, 'Api-Key': key, Cookie: `key=${key}; authorization=Bearer ${key}` };
    const proxy = { 'Proxy-Authorization': `Bearer ${key}` };
    const query = `?key=${key}&api_key=${key}&access_token=${key}&token=${key}`;
    expectFailure(await send({ ...elsewhere, ...proxy }, query), 'missing_key', { isAuthenticated: false });
    expect(await operator.state(id)).toMatchObject(untouched);
  });

  const malformed: [string, (key: string) => string][] = [
    ['nothing', () => 'Bearer'],
    ['a space', () => 'Bearer '],
    ['two keys', (key) => `Bearer ${key} ${key}`],
    ['a key and a word', (key) => `Bearer ${key} x`],
    ['two keys with a comma', (key) => `Bearer ${key}, ${key}`],
    ['two schemes', (key) => `Bearer Bearer ${key}`],
    ['two whole values with a comma', (key) => `Bearer ${key}, Bearer ${key}`],
    ['a key with a comma', (key) => `Bearer ${key},`],
    ['a key in quotes', (key) => `Bearer "${key}"`],
    ['a key in lower case', (key) => `Bearer ${key.toLowerCase()}`],
    ['a key with an upper case prefix', (key) => `Bearer ${key.replace('btm_', 'BTM_')}`],
    ['a key with another prefix', (key) => `Bearer ${key.replace('btm_', 'bta_')}`],
    ['a key without its prefix', (key) => `Bearer ${key.slice(4)}`],
    ['a key that lacks a character', (key) => `Bearer ${key.slice(0, -1)}`],
    ['a key with a character more', (key) => `Bearer ${key}0`],
    ['a key with a wrong checksum', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    [
      'a key changed in the middle',
      (key) => `Bearer ${key.slice(0, 9)}${key[9] === 'a' ? 'b' : 'a'}${key.slice(10)}`,
    ],
    ['a key in base64', (key) => `Bearer ${Buffer.from(key).toString('base64')}`],
    ['a percent-encoded key', (key) => `Bearer ${key.replace('_', '%5F')}`],
    ['a very long word', () => `Bearer ${'a'.repeat(8_000)}`],
    ['a key with a non-ASCII character', (key) => `Bearer ${key.slice(0, -1)}\u00e9`],
  ];
  it.each(malformed)('refuses Bearer with %s', async (_, form) => {
    const bot = await operator.bot();
    const answer = await send({ Authorization: form(bot.key) });
    expectFailure(answer, 'invalid_key', { isAuthenticated: false });
    expect(await operator.state(bot.id)).toMatchObject(untouched);
  });

  it('refuses a well-formed key that was never given out', async () => {
    const answer = await send({ Authorization: `Bearer ${composeKey('a'.repeat(32))}` });
    expectFailure(answer, 'invalid_key', { isAuthenticated: false });
  });

  it('refuses a revoked key from the next call on, and not the bot’s others', async () => {
    const bot = await operator.bot();
    const { key, keyId } = await operator.key(bot.id);
    await operator.revoke(keyId);
    expectFailure(await send({ Authorization: `Bearer ${key}` }), 'invalid_key', { isAuthenticated: false });
    expect(await operator.state(bot.id)).toMatchObject(untouched);
    expect((await send({ Authorization: `Bearer ${bot.key}` })).status).not.toBe(401);
  });

  it('refuses an expired key', async () => {
    const bot = await operator.bot();
    const { key, keyId } = await operator.key(bot.id, Date.now() + 3_600_000);
    const headers = { Authorization: `Bearer ${key}` };
    expect((await send(headers)).status).not.toBe(401);
    const before = await operator.state(bot.id);
    await operator.expire(keyId, Date.now());
    expectFailure(await send(headers), 'invalid_key', { isAuthenticated: false });
    expect(await operator.state(bot.id)).toEqual(before);
  });

  const pairs: [string, (key: string, other: string) => [string, string]][] = [
    ['the same key twice', (key) => [`Bearer ${key}`, `Bearer ${key}`]],
    ['two valid keys', (key, other) => [`Bearer ${key}`, `Bearer ${other}`]],
    ['Basic and Bearer', (key) => ['Basic dXNlcjpwYXNz', `Bearer ${key}`]],
    ['Bearer and Basic', (key) => [`Bearer ${key}`, 'Basic dXNlcjpwYXNz']],
    ['nothing and Bearer', (key) => ['', `Bearer ${key}`]],
    ['Bearer and nothing', (key) => [`Bearer ${key}`, '']],
    ['an empty Bearer and a full one', (key) => ['Bearer', `Bearer ${key}`]],
    ['a full Bearer and an empty one', (key) => [`Bearer ${key}`, 'Bearer']],
    ['Basic twice', () => ['Basic dXNlcjpwYXNz', 'Basic dXNlcjpwYXNz']],
    ['nothing twice', () => ['', '']],
  ];
  it.each(pairs)('refuses two Authorization headers: %s', async (_, form) => {
    const [bot, other] = [await operator.bot(), await operator.bot()];
    const [first, second] = form(bot.key, other.key);
    for (const names of [
      ['Authorization', 'Authorization'],
      ['authorization', 'AUTHORIZATION'],
    ]) {
      const headers = [`${names[0]}: ${first}`, 'Accept: */*', `${names[1]}: ${second}`, 'Content-Length: 0'];
      const answer = await exchange(site.port, rawRequest(path, headers, method));
      expect([answer.status, JSON.parse(answer.body).error]).toEqual([401, 'invalid_key']);
      expect(rawHeader(answer, 'WWW-Authenticate')).toBe('Bearer realm="api", error="invalid_token"');
      expect(answer.head).not.toMatch(/^ratelimit/im);
    }
    for (const { id } of [bot, other]) expect(await operator.state(id)).toMatchObject(untouched);
  });

  it('does not wait for the body of a request without a key', async () => {
    const head = ['Content-Type: application/json', 'Content-Length: 1000'];
    const answer = await exchange(site.port, rawRequest(path, head, method));
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([401, 'missing_key']);
  });

  it('tells an unknown, a revoked and a malformed key apart in nothing', async () => {
    const bot = await operator.bot();
    const { key, keyId } = await operator.key(bot.id);
    await operator.revoke(keyId);
    const answers = await Promise.all(
      [key, composeKey('z'.repeat(32)), 'x'].map((k) => send({ Authorization: `Bearer ${k}` })),
    );
    const seen = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    for (const answer of answers) {
      expectApiHeaders(answer);
      expectNoRateLimit(answer);
    }
  });
}
