import { afterAll, expect, inject, it } from 'vitest';
import { ERROR_EXAMPLES } from '@/lib/contract/examples';
import type { ErrorCode } from '@/lib/domain/errors';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { ApiServer } from '../../support/process/api-server';
import type { HttpResponse } from '../../support/process/http';
import { newBotId, type TestBot } from '../../support/process/operator';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';
import { shapeOf } from '../../support/shape-of';

/** Cases in which the servers could differ; each is sent to all of them, for a bot in the same state. */
type Case = readonly [
  expected: 'success' | ErrorCode,
  send: (api: ApiServer, bot: TestBot) => Promise<HttpResponse>,
  prepare?: (api: ApiServer, bot: TestBot) => Promise<unknown>,
];

const servers = inject('servers').map((server) => new ApiServer(server));
afterAll(() => Promise.all(servers.map((api) => api.close())));

const usage = (api: ApiServer, bot: TestBot) => api.usage(bot);
const reporting = (json?: unknown) => (api: ApiServer, bot: TestBot) => api.report(bot, json ? { json } : {});
const raw =
  (body: string, type = 'application/json') =>
  (api: ApiServer, bot: TestBot) =>
    api.report(bot, { body, headers: { 'Content-Type': type } });
const reported = (api: ApiServer, bot: TestBot) => api.report(bot);
const used = (count: number) => (api: ApiServer, bot: TestBot) => api.operator.setUsed(bot.id, count);
const disabled = (api: ApiServer, bot: TestBot) => api.operator.disable(bot.id);

const CASES: Record<string, Case> = {
  'the first usage read': ['success', usage],
  'a report': ['success', reporting()],
  'a second report at once': ['update_too_soon', reporting(), reported],
  'a report of a premium bot that reported': [
    'update_too_soon',
    reporting(),
    async (api, bot) => {
      await api.operator.setPlan(bot.id, 'premium');
      await api.report(bot);
    },
  ],
  'a usage read after reports': ['success', usage, reported],
  'a report with nothing left': ['quota_exceeded', reporting(), used(1_500)],
  'a usage read with nothing left': ['success', usage, used(1_500)],
  'a usage read near the end': ['success', usage, used(1_450)],
  'a usage read after a downgrade': ['success', usage, used(9_000)],
  'a report of a disabled bot': ['bot_disabled', reporting(), disabled],
  'a usage read of a disabled bot': ['bot_disabled', usage, disabled],
  'a report for another bot': [
    'bot_mismatch',
    reporting({ botId: '12345678901234567', serverCount: 1, userCount: 1 }),
  ],
  'a body that is no JSON': ['invalid_json', raw('{')],
  'a body of another type': ['unsupported_media_type', raw('{}', 'text/plain')],
  'a body that is too large': ['body_too_large', raw(' '.repeat(16_385))],
  'a body without its fields': ['invalid_body', reporting({})],
  'a text with NUL': ['invalid_body', raw('{"botId":"\\u0000"}')],
  'a body with every field wrong': [
    'invalid_body',
    reporting({ botId: 1, serverCount: -1, userCount: 1.5, shardCount: '9' }),
  ],
  'counts at their bounds': [
    'success',
    (api, bot) => reporting(report(bot, { serverCount: 0, userCount: 0, shardCount: 1 }))(api, bot),
  ],
  'no key': ['missing_key', (api) => api.send({ path: USAGE_PATH })],
  'a wrong key': ['invalid_key', (api) => api.send({ path: USAGE_PATH, headers: bearer({ key: 'btm_x' }) })],
  'another method': [
    'method_not_allowed',
    (api, bot) => api.send({ method: 'PUT', path: REPORT_PATH, headers: bearer(bot) }),
  ],
  'an unknown path': ['not_found', (api, bot) => api.send({ path: '/api/v2/usage', headers: bearer(bot) })],
};

/**
 * Twenty days, so that a few counted calls do not change the rounded daily average; and half a second off a whole second, so
 * that all servers round the remaining time to the same second.
 */
const REGISTERED_AGO_MS = 20 * 86_400_000 + 500;
const COMPARED = [
  ...['content-type', 'cache-control', 'retry-after', 'ratelimit', 'ratelimit-policy', 'allow'],
  'www-authenticate',
];

/** A response without the parts that differ between requests. */
const comparable = (response: HttpResponse) => ({
  status: response.status,
  body: response.text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replace(/"requestId":"[^"]*"/, '"requestId":"<id>"')
    .replace(/"date":"\d{4}-\d\d-\d\d"/g, '"date":"<day>"'),
  headers: COMPARED.map((name) => [name, response.header(name)]),
});

it.each(Object.entries(CASES))(
  '%s gets the same response on every server and database, with the shape of its example',
  async (_, [expected, send, prepare]) => {
    const id = newBotId();
    const [first, ...others] = await Promise.all(
      servers.map(async (api) => {
        const bot = await api.operator.bot({ id });
        await api.operator.setRegistered(id, Date.now() - REGISTERED_AGO_MS);
        await prepare?.(api, bot);
        const response = await send(api, bot);
        const { reports, ...counts } = await api.operator.state(id);
        const { used, calls, rejected } = counts;
        const body = response.json();
        expect(body.success ? 'success' : body.error).toBe(expected);
        if (expected !== 'success') expect(shapeOf(body)).toEqual(shapeOf(ERROR_EXAMPLES[expected].body));
        return { ...comparable(response), counted: { used, calls, rejected, reports: reports.length } };
      }),
    );
    expect(others).toHaveLength(servers.length - 1);
    for (const other of others) expect(other).toEqual(first);
  },
);

it('has a case of every error that a client can cause', () => {
  const caused = new Set<string>(Object.values(CASES).map(([expected]) => expected));
  // No endpoint refuses a query yet.
  expect(ENDPOINTS.filter(({ errors }) => errors.includes('invalid_query'))).toEqual([]);
  expect(Object.keys(ERROR_EXAMPLES).filter((code) => !caused.has(code))).toEqual([
    ...['invalid_query', 'internal_error', 'storage_unavailable'],
  ]);
});
