import { expect, it } from 'vitest';
import { makeSource } from '@/tests/support/data/vote-api';
import { bodyOf, delivery, FORMS, type Form, TESTS } from '@/tests/support/data/vote-deliveries';
import { onEveryServer } from '@/tests/support/process/api-server';
import { expectApiHeaders, expectFailure, expectNoRateLimit } from '@/tests/support/process/envelope';

/** Each status over HTTP, in the order of the contract; tests/data/vote-deliveries.test.ts has the rest of each list. */

const UNKNOWN = '/hooks/votes/0b0f3c0e-6f0c-4f0a-9a3e-0f2c6b1d7e5f';
/** As the bodies of the fixtures name it. */
const NAMED = '1234567890123456789';

onEveryServer((api) => {
  const { operator } = api;
  const make = async (form: Form) => {
    const bot = await operator.bot();
    const source = await makeSource(await operator.ports(), form, bot.id);
    const body = JSON.stringify(bodyOf(form, Date.now())).replaceAll(NAMED, bot.id);
    return { bot, ...source, sent: delivery(form, source.secret, body, Date.now()) };
  };

  it.each(FORMS)('of %s: a vote is stored once, whatever its Content-Type', async (form) => {
    const { path, sent } = await make(form);
    const answers: boolean[] = [];
    for (const type of ['application/json', 'text/plain', '', 'application/x-www-form-urlencoded']) {
      const headers = { ...sent.headers, ...(type !== '' && { 'Content-Type': type }) };
      const response = await api.send({ method: 'POST', path, headers, body: sent.body });
      expect(response.status).toBe(200);
      expectApiHeaders(response);
      expectNoRateLimit(response);
      answers.push(response.json().data.stored);
    }
    expect(answers).toEqual([true, false, false, false]);
  });

  it('answers 404, 405, 413, 401, 400, 403 in this order, also to a browser', async () => {
    const { bot, path, secret, sent } = await make('topgg');
    const large = 'x'.repeat(16_385);
    const html = { Accept: 'text/html' };
    const headers = { authorization: secret };
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const response = await api.send({ method, path: UNKNOWN, headers: { ...html, ...headers } });
      expect(response.status).toBe(404);
      if (method !== 'HEAD') expectFailure(response, 'not_found');
    }
    for (const method of ['GET', 'PUT', 'OPTIONS']) {
      const response = await api.send({ method, path, headers: html });
      expectFailure(response, 'method_not_allowed');
      expect(response.header('allow')).toBe('POST');
    }
    const post = (given: object) => api.send({ method: 'POST', path, ...given });
    expectFailure(await post({ body: large }), 'body_too_large');
    expectFailure(await post({ chunks: [large] }), 'body_too_large');
    expectFailure(await post({ body: '{' }), 'missing_key');
    expectFailure(await post({ body: '{', headers: { authorization: 'wrong' } }), 'invalid_key');
    expectFailure(await post({ body: '{', headers: { authorization: [secret, secret] } }), 'invalid_key');
    expect((await post({ body: '{', headers })).json().error).toBe('invalid_json');
    expect((await post({ body: '{}', headers })).json().error).toBe('invalid_body');
    expectFailure(await post({ body: sent.body.replace(bot.id, NAMED), headers }), 'bot_mismatch');
    const test = JSON.stringify(TESTS.topgg?.(0)).replace(NAMED, bot.id);
    expect((await post({ body: test, headers })).json()).toEqual({ success: true, data: { stored: false } });
    expect((await post({ chunks: [sent.body.slice(0, 9), sent.body.slice(9)], headers })).json()).toEqual({
      success: true,
      data: { stored: true },
    });
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, calls: 0, rejected: 0 });
  });
});
