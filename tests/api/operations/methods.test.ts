import { METHODS } from 'node:http';
import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  ARCHIVE_PATH,
  BADGE_PATH,
  CHART_PATH,
  PACKAGE_PATH,
  PUBLIC_PAGE_PATH,
} from '@/lib/contract/api-paths';
import { onOneServer } from '@/tests/support/process/api-server';
import { expectApiHeaders, expectFailure, expectNoRateLimit } from '@/tests/support/process/envelope';
import { exchange, ROUTES, rawHeader, rawRequest } from '@/tests/support/process/http';
import type { TestBot } from '@/tests/support/process/operator';
import { bearer, report } from '@/tests/support/process/requests';
import { checkEach } from '@/tests/support/result';

/** Every path of the API refuses methods that it does not have with 405, before anything else is checked. */

/** Every method of Node’s parser except CONNECT and M-SEARCH, which do not address a resource of this server. */
const ALL = METHODS.filter((method) => method !== 'CONNECT' && method !== 'M-SEARCH');
const UNTOUCHED = { used: 0, calls: 0, rejected: 0, reports: [] };
/** What lists call answers 404 first, while its source is unknown (tests/api/hooks). */
const isOn = (auth: string) => auth !== 'metrics token' && auth !== 'source';

test('only the health checks, and what anyone may see, answer HEAD, and Allow names all methods in order', () => {
  const allow = ROUTES.map((route) => route.allow);
  expect(allow).toEqual(allow.map((one) => one.split(', ').sort().join(', ')));
  const answering = ROUTES.filter((route) => route.allow.includes('HEAD')).map(({ path }) => path);
  expect(answering.sort()).toEqual([
    '/api/health/live',
    '/api/health/ready',
    PUBLIC_PAGE_PATH,
    BADGE_PATH,
    CHART_PATH,
    PACKAGE_PATH,
    ARCHIVE_PATH,
  ]);
});

onOneServer((api) => {
  const { operator } = api;
  const routes = ROUTES.filter(({ operations }) => [...operations.values()].every((e) => isOn(e.auth)));

  describe.each(routes)('$path', ({ path: template, allow, operations }) => {
    let bot: TestBot;
    let path: string;
    beforeAll(async () => {
      bot = await operator.bot();
      path = template
        .replace('{botId}', bot.id)
        .replace(/\{(badge|chart)\}/, 'servers.svg')
        .replace('{archive}', 'client-2.0.0.tgz');
    });
    const others = ALL.filter((method) => !operations.has(method));

    it('refuses the methods that it has not', async () => {
      await checkEach(
        others.filter((method) => method !== 'HEAD'),
        async (method) => {
          const response = await api.send({
            method,
            path: `${path}?x=1`,
            headers: { ...bearer(bot), 'Content-Type': 'application/json' },
            body: JSON.stringify(report(bot)),
          });
          expectFailure(response, 'method_not_allowed');
          expect(response.header('allow')).toBe(allow);
        },
      );
      await checkEach(['get', 'post', 'Get'], async (method) => {
        const request = rawRequest(path, [`Authorization: Bearer ${bot.key}`], method);
        const response = await exchange(api.port, request);
        expect([400, 405]).toContain(response.status);
        if (response.status === 405) expect(rawHeader(response, 'Allow')).toBe(allow);
      });
      await checkEach(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'], async (name) => {
        const [allowed = ''] = operations.keys();
        const method = others.find((other) => other === 'POST' || other === 'GET') ?? 'PUT';
        const response = await api.send({ method, path, headers: { ...bearer(bot), [name]: allowed } });
        expectFailure(response, 'method_not_allowed');
      });
      expect(await operator.state(bot.id)).toMatchObject(UNTOUCHED);
    });

    if (operations.has('HEAD')) {
      it('answers HEAD like GET, without a body', async () => {
        const [get, head] = [await api.send({ path }), await api.send({ method: 'HEAD', path })];
        expect([head.status, head.text]).toEqual([get.status, '']);
        expect(head.header('content-type')).toBe(get.header('content-type'));
        if (operations.get('GET')?.auth !== 'public') expectApiHeaders(head);
        const raw = await exchange(api.port, rawRequest(path, [], 'HEAD'));
        expect([raw.status, raw.body]).toEqual([get.status, '']);
      });
    } else {
      it('refuses HEAD without a body, and counts nothing', async () => {
        const response = await api.send({ method: 'HEAD', path, headers: bearer(bot) });
        expect([response.status, response.text]).toEqual([405, '']);
        expect(response.header('allow')).toBe(allow);
        expectApiHeaders(response);
        expectNoRateLimit(response);
        expect(await operator.state(bot.id)).toMatchObject(UNTOUCHED);
        const raw = await exchange(api.port, rawRequest(path, [], 'HEAD'));
        expect([raw.status, raw.body]).toEqual([405, '']);
      });
    }

    it('refuses the preflight of a browser without allowing anything', async () => {
      const headers = {
        Origin: 'https://example.org',
        'Access-Control-Request-Method': allow,
        'Access-Control-Request-Headers': 'authorization',
      };
      expectFailure(await api.send({ method: 'OPTIONS', path, headers }), 'method_not_allowed');
    });
  });
});
