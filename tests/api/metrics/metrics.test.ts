import { beforeAll, describe, expect, inject, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { Client } from '../../support/process/http';
import { Operator } from '../../support/process/operator';
import { bearer, reportRequest, USAGE_PATH, usageRequest } from '../../support/process/requests';
import { SETUPS, startServer } from '../../support/process/servers';
import type { Service } from '../../support/process/service';

const PATH = '/api/metrics';
const TOKEN = 'a-token-for-prometheus';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };

onEveryServer((api) => {
  it('is 404 when METRICS_TOKEN is not set, even with a token', async () => {
    for (const headers of [{}, AUTHORIZED]) {
      const response = await api.send({ path: PATH, headers });
      expect([response.status, response.json()]).toMatchObject([404, { error: 'not_found' }]);
    }
  });
});

describe.each(SETUPS)('on $database with METRICS_TOKEN', (setup) => {
  let service: Service;
  let client: Client;
  let operator: Operator;

  beforeAll(async () => {
    const env = { METRICS_TOKEN: TOKEN, LOG_LEVEL: 'debug' };
    const { running, stop, ...started } = await startServer(setup, inject('postgresUrl'), env);
    service = started.service;
    operator = new Operator(running.databaseUrl);
    client = new Client(running.port);
    return async () => {
      client.close();
      await operator.close();
      await stop();
    };
  });

  /** The samples by name and labels, parsed as Prometheus does. */
  async function samples(): Promise<Map<string, number>> {
    const response = await client.send({ path: PATH, headers: AUTHORIZED });
    expect([response.status, response.header('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const lines = response.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines)
      expect(line).toMatch(/^[a-z0-9_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? \S+$/);
    return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  }

  it('refuses requests without the token', async () => {
    const refusal = async (headers: Record<string, string>) => {
      const response = await client.send({ path: PATH, headers });
      expect(response.header('www-authenticate')).toMatch(/^Bearer /);
      return [response.status, response.json().error];
    };
    expect(await refusal({})).toEqual([401, 'missing_key']);
    expect(await refusal({ Authorization: TOKEN })).toEqual([401, 'missing_key']);
    expect(await refusal({ Authorization: `Bearer ${TOKEN}x` })).toEqual([401, 'invalid_key']);
    expect(await refusal(bearer(await operator.bot()))).toEqual([401, 'invalid_key']);
  });

  it('accepts GET only', async () => {
    const response = await client.send({ method: 'POST', path: PATH, headers: AUTHORIZED });
    expect([response.status, response.header('allow')]).toEqual([405, 'GET']);
  });

  it('counts requests by route and status and reports by outcome, and shows the database’s metrics', async () => {
    const bot = await operator.bot();
    const before = await samples();
    for (const status of [200, 429, 429]) expect((await client.send(reportRequest(bot))).status).toBe(status);
    expect((await client.send(usageRequest(bot))).status).toBe(200);
    expect((await client.send({ path: '/api/none' })).status).toBe(404);
    const after = await samples();
    const grown = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
    const requests = 'botmeter_http_requests_total';
    for (const [sample, count] of [
      [`${requests}{route="/api/v1/bots/stats",method="POST",status="200"}`, 1],
      [`${requests}{route="/api/v1/bots/stats",method="POST",status="429"}`, 2],
      [`${requests}{route="/api/v1/usage",method="GET",status="200"}`, 1],
      [`${requests}{route="other",method="GET",status="404"}`, 1],
      ['botmeter_http_request_duration_seconds_count{route="/api/v1/bots/stats"}', 3],
      ['botmeter_reports_total{outcome="accepted",source="api"}', 1],
      ['botmeter_reports_total{outcome="update_too_soon",source="api"}', 2],
    ] as const) {
      expect(grown(sample), sample).toBe(count);
    }
    if (setup.database === 'SQLite') {
      expect(grown('botmeter_commit_calls_sum')).toBe(4);
      expect(grown('botmeter_commit_duration_seconds_count')).toBe(4);
      expect(after.get('botmeter_commit_queue_length')).toBe(0);
    } else {
      // A job may use one for a moment.
      const busy = async () => (await samples()).get('botmeter_postgres_connections{state="busy"}');
      await expect.poll(busy).toBe(0);
      expect(after.get('botmeter_postgres_connections{state="idle"}')).toBeGreaterThan(0);
      expect(after.get('botmeter_postgres_connections{state="waiting"}')).toBe(0);
    }
    expect(after.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(after.get('process_open_fds')).toBeGreaterThan(0);
  });

  it('tells the time of held reports apart', async () => {
    const bot = await operator.bot({ plan: 'business' });
    const before = await samples();
    await operator.setLastReport(bot.id, Date.now() - 60_000 + 1_500);
    expect((await client.send(reportRequest(bot))).status).toBe(200);
    const after = await samples();
    const grown = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
    expect(grown('botmeter_held_report_duration_seconds_count')).toBe(1);
    expect(grown('botmeter_http_request_duration_seconds_count{route="/api/v1/bots/stats"}')).toBe(0);
    expect(after.get('botmeter_reports_held')).toBe(0);
  });

  it('logs each response with its request id at LOG_LEVEL=debug, and never a key, even one sent as request id', async () => {
    const bot = await operator.bot();
    const send = (id: string) =>
      client.send({ path: USAGE_PATH, headers: { ...bearer(bot), 'X-Request-Id': id } });
    await send('request-of-the-test');
    expect((await send(bot.key)).header('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(service.output).toContain('request-of-the-test');
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const mine = lines
      .map((line) => JSON.parse(line))
      .filter(({ requestId }) => requestId === 'request-of-the-test');
    expect(mine).toMatchObject([{ route: USAGE_PATH, method: 'GET', status: 200, msg: 'responded' }]);
    expect(service.output()).not.toContain(bot.key);
    expect(service.output()).not.toContain(TOKEN);
  });
});
