import { METHODS } from 'node:http';
import { expect, it } from 'vitest';
import type { ApiServer } from './api-server';
import { expectApiHeaders, expectFailure, expectNoRateLimit } from './envelope';
import { exchange, rawHeader, rawRequest } from './raw-socket';
import { bearer, report } from './requests';

/** Every method of Node’s parser except CONNECT and M-SEARCH, which do not address a resource of this server. */
const OTHERS = METHODS.filter((method) => method !== 'CONNECT' && method !== 'M-SEARCH');

/** Tests that every other method of a path gets 405 before anything else is checked. */
export function refusesOtherMethods(site: ApiServer, path: string, allowed: 'GET' | 'POST'): void {
  const { operator } = site;

  it.each(OTHERS.filter((method) => method !== allowed && method !== 'HEAD'))(
    'refuses %s',
    async (method) => {
      const bot = await operator.bot();
      const answer = await site.send({
        method,
        path: `${path}?x=1`,
        headers: { ...bearer(bot), 'Content-Type': 'application/json' },
        body: JSON.stringify(report(bot)),
      });
      expectFailure(answer, 'method_not_allowed', { isAuthenticated: false });
      expect(answer.header('allow')).toBe(allowed);
      expect(await operator.state(bot.id)).toMatchObject({ used: 0, calls: 0, rejected: 0, reports: [] });
    },
  );

  it('refuses HEAD without a body, and counts nothing', async () => {
    const bot = await operator.bot();
    const answer = await site.send({ method: 'HEAD', path, headers: bearer(bot) });
    expect([answer.status, answer.text]).toEqual([405, '']);
    expect(answer.header('allow')).toBe(allowed);
    expectApiHeaders(answer);
    expectNoRateLimit(answer);
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, calls: 0, rejected: 0 });
    const raw = await exchange(site.port, rawRequest(path, [], 'HEAD'));
    expect([raw.status, raw.body]).toEqual([405, '']);
  });

  it('refuses the preflight of a browser without allowing anything', async () => {
    const answer = await site.send({
      method: 'OPTIONS',
      path,
      headers: {
        Origin: 'https://example.org',
        'Access-Control-Request-Method': allowed,
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    expectFailure(answer, 'method_not_allowed', { isAuthenticated: false });
  });

  it.each(['get', 'post', 'Get'])('never takes the method %s for another', async (method) => {
    const bot = await operator.bot();
    const answer = await exchange(site.port, rawRequest(path, [`Authorization: Bearer ${bot.key}`], method));
    expect([400, 405]).toContain(answer.status);
    if (answer.status === 405) expect(rawHeader(answer, 'Allow')).toBe(allowed);
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 0 });
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])('ignores %s', async (name) => {
    const bot = await operator.bot();
    const wrong = allowed === 'GET' ? 'POST' : 'GET';
    const answer = await site.send({ method: wrong, path, headers: { ...bearer(bot), [name]: allowed } });
    expectFailure(answer, 'method_not_allowed', { isAuthenticated: false });
  });
}
