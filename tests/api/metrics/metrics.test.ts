import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { onFrontDoor } from '../../support/process/api-server';
import { createDatabase } from '../../support/process/database-url';
import { Client } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { bearer, reportRequest, USAGE_PATH, usageRequest } from '../../support/process/requests';
import { SETUPS } from '../../support/process/servers.setup';
import { type Service, startService, stopService } from '../../support/process/service';

const PATH = '/api/metrics';
const TOKEN = 'a-token-for-prometheus';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };

onFrontDoor((site) => {
  it('is 404 when METRICS_TOKEN is not set, even with a token', async () => {
    for (const headers of [{}, AUTHORIZED]) {
      const answer = await site.send({ path: PATH, headers });
      expect([answer.status, answer.json()]).toMatchObject([404, { error: 'not_found' }]);
    }
  });
});

describe.each(SETUPS)('under $server on $database with METRICS_TOKEN', ({ server, database }) => {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-metrics-'));
  let service: Service;
  let client: Client;
  let operator: Operator;

  beforeAll(async () => {
    const env = { METRICS_TOKEN: TOKEN, LOG_LEVEL: 'debug' };
    const databaseUrl =
      database === 'SQLite'
        ? `file:${join(folder, 'botmeter.db')}`
        : await createDatabase(inject('postgresUrl'));
    service = await startService({ server, databaseUrl, env });
    await createOwner(databaseUrl);
    operator = new Operator(databaseUrl);
    client = new Client(service.port);
  });
  afterAll(async () => {
    client.close();
    await operator.close();
    await stopService(service);
    rmSync(folder, { recursive: true });
  });

  /** The samples by name and labels, parsed as Prometheus does. */
  async function samples(): Promise<Map<string, number>> {
    const answer = await client.send({ path: PATH, headers: AUTHORIZED });
    expect([answer.status, answer.header('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const lines = answer.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines)
      expect(line).toMatch(/^[a-z0-9_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? \S+$/);
    return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  }

  const reportOf = (bot: TestBot) => reportRequest(bot);

  it('refuses requests without the token', async () => {
    const refusal = async (headers: Record<string, string>) => {
      const answer = await client.send({ path: PATH, headers });
      expect(answer.header('www-authenticate')).toMatch(/^Bearer /);
      return [answer.status, answer.json().error];
    };
    expect(await refusal({})).toEqual([401, 'missing_key']);
    expect(await refusal({ Authorization: TOKEN })).toEqual([401, 'missing_key']);
    expect(await refusal({ Authorization: `Bearer ${TOKEN}x` })).toEqual([401, 'invalid_key']);
    expect(await refusal(bearer(await operator.bot()))).toEqual([401, 'invalid_key']);
  });

  it('accepts GET only', async () => {
    const answer = await client.send({ method: 'POST', path: PATH, headers: AUTHORIZED });
    expect([answer.status, answer.header('allow')]).toEqual([405, 'GET']);
  });

  it('counts requests by route and status and reports by outcome, and shows the database’s metrics', async () => {
    const bot = await operator.bot();
    const before = await samples();
    for (const status of [200, 429, 429]) expect((await client.send(reportOf(bot))).status).toBe(status);
    expect((await client.send(usageRequest(bot))).status).toBe(200);
    expect((await client.send({ path: '/api/none' })).status).toBe(404);
    const after = await samples();
    const grown = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
    const requests = (labels: string) => grown(`botmeter_http_requests_total{${labels}}`);
    expect({
      accepted: requests('route="/api/v1/bots/stats",method="POST",status="200"'),
      tooSoon: requests('route="/api/v1/bots/stats",method="POST",status="429"'),
      reads: requests('route="/api/v1/usage",method="GET",status="200"'),
      unknown: requests('route="other",method="GET",status="404"'),
      timed: grown('botmeter_http_request_duration_seconds_count{route="/api/v1/bots/stats"}'),
      reportsAccepted: grown('botmeter_reports_total{outcome="accepted",source="api"}'),
      reportsTooSoon: grown('botmeter_reports_total{outcome="update_too_soon",source="api"}'),
    }).toEqual({
      accepted: 1,
      tooSoon: 2,
      reads: 1,
      unknown: 1,
      timed: 3,
      reportsAccepted: 1,
      reportsTooSoon: 2,
    });
    if (database === 'SQLite') {
      expect(grown('botmeter_commit_calls_sum')).toBe(4);
      expect(grown('botmeter_commit_duration_seconds_count')).toBe(4);
      expect(after.get('botmeter_commit_queue_length')).toBe(0);
    } else {
      expect(after.get('botmeter_postgres_connections{state="busy"}')).toBe(0);
      expect(after.get('botmeter_postgres_connections{state="idle"}')).toBeGreaterThan(0);
      expect(after.get('botmeter_postgres_connections{state="waiting"}')).toBe(0);
    }
    expect(after.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(after.get('process_open_fds')).toBeGreaterThan(0);
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
    expect(mine).toMatchObject([{ route: USAGE_PATH, method: 'GET', status: 200, msg: 'answered' }]);
    expect(service.output()).not.toContain(bot.key);
    expect(service.output()).not.toContain(TOKEN);
  });
});
