import { afterAll, expect, inject, it } from 'vitest';
import { ApiServer } from '../../support/process/api-server';
import type { HttpResponse } from '../../support/process/http';
import { newBotId, type TestBot } from '../../support/process/operator';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

/** Cases in which the servers could differ; each is sent to all of them, for a bot in the same state. */
type Case = {
  readonly prepare?: (api: ApiServer, bot: TestBot) => Promise<unknown>;
  readonly send: (api: ApiServer, bot: TestBot) => Promise<HttpResponse>;
};

const sites = inject('servers').map((server) => new ApiServer(server));
afterAll(() => Promise.all(sites.map((api) => api.close())));

const JSON_TYPE = { 'Content-Type': 'application/json' };
const usage = (api: ApiServer, bot: TestBot) => api.usage(bot);
const reporting = (json?: unknown) => (api: ApiServer, bot: TestBot) =>
  api.report(bot, json === undefined ? {} : { json });
const raw =
  (body: string, type = 'application/json') =>
  (api: ApiServer, bot: TestBot) =>
    api.report(bot, { body, headers: { 'Content-Type': type } });

const CASES: Record<string, Case> = {
  'the first usage read': { send: usage },
  'a report': { send: reporting() },
  'a second report at once': { prepare: (api, bot) => api.report(bot), send: reporting() },
  'a report of a premium bot that reported': {
    prepare: async (api, bot) => {
      await api.operator.setPlan(bot.id, 'premium');
      await api.report(bot);
    },
    send: reporting(),
  },
  'a usage read after reports': { prepare: (api, bot) => api.report(bot), send: usage },
  'a report with nothing left': {
    prepare: (api, bot) => api.operator.setUsed(bot.id, 1_500),
    send: reporting(),
  },
  'a usage read with nothing left': {
    prepare: (api, bot) => api.operator.setUsed(bot.id, 1_500),
    send: usage,
  },
  'a usage read near the end': { prepare: (api, bot) => api.operator.setUsed(bot.id, 1_450), send: usage },
  'a usage read after a downgrade': {
    prepare: (api, bot) => api.operator.setUsed(bot.id, 9_000),
    send: usage,
  },
  'a report of a disabled bot': { prepare: (api, bot) => api.operator.disable(bot.id), send: reporting() },
  'a usage read of a disabled bot': { prepare: (api, bot) => api.operator.disable(bot.id), send: usage },
  'a report for another bot': {
    send: reporting({ botId: '12345678901234567', serverCount: 1, userCount: 1 }),
  },
  'a body that is no JSON': { send: raw('{') },
  'a body of another type': { send: raw('{}', 'text/plain') },
  'a body that is too large': { send: raw(' '.repeat(16_385)) },
  'a body without its fields': { send: reporting({}) },
  'a body with every field wrong': {
    send: reporting({ botId: 1, serverCount: -1, userCount: 1.5, shardCount: '9' }),
  },
  'counts at their bounds': {
    send: (api, bot) =>
      api.report(bot, { json: report(bot, { serverCount: 0, userCount: 0, shardCount: 1 }) }),
  },
  'no key': { send: (api) => api.send({ path: USAGE_PATH }) },
  'a wrong key': {
    send: (api) => api.send({ path: USAGE_PATH, headers: { Authorization: 'Bearer btm_x' } }),
  },
  'another method': {
    send: (api, bot) => api.send({ method: 'PUT', path: REPORT_PATH, headers: bearer(bot) }),
  },
  'an unknown path': { send: (api, bot) => api.send({ path: '/api/v2/usage', headers: bearer(bot) }) },
  'a text with NUL': {
    send: (api, bot) =>
      api.send({
        method: 'POST',
        path: REPORT_PATH,
        headers: { ...bearer(bot), ...JSON_TYPE },
        body: '{"botId":"\\u0000"}',
      }),
  },
};

/**
 * Twenty days, so that a few counted calls do not change the rounded daily average; and half a second off a whole second, so
 * that all servers round the remaining time to the same second.
 */
const REGISTERED_AGO_MS = 20 * 86_400_000 + 500;

/** A response without the parts that differ between requests. */
function verdict(response: HttpResponse) {
  const times = (text: string) => text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>');
  const body = times(response.text)
    .replace(/"requestId":"[^"]*"/, '"requestId":"<id>"')
    .replace(/"date":"\d{4}-\d\d-\d\d"/g, '"date":"<day>"');
  const compared = [
    'content-type',
    'cache-control',
    'retry-after',
    'ratelimit',
    'ratelimit-policy',
    'allow',
    'www-authenticate',
  ];
  return { status: response.status, body, headers: compared.map((name) => [name, response.header(name)]) };
}

it.each(Object.entries(CASES))(
  '%s gets the same response on every server and database',
  async (_, { prepare, send }) => {
    const id = newBotId();
    const verdicts = await Promise.all(
      sites.map(async (api) => {
        const bot = await api.operator.bot({ id });
        await api.operator.setRegistered(id, Date.now() - REGISTERED_AGO_MS);
        await prepare?.(api, bot);
        const given = verdict(await send(api, bot));
        const { used, calls, rejected, reports } = await api.operator.state(id);
        return { ...given, counted: { used, calls, rejected, reports: reports.length } };
      }),
    );
    const [first, ...others] = verdicts;
    expect(first?.status).toBeGreaterThan(0);
    expect(others).toHaveLength(sites.length - 1);
    for (const other of others) expect(other).toEqual(first);
  },
);
