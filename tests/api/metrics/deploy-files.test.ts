import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../../support/process/http';
import { SETUPS, startServer } from '../../support/process/servers';

const TOKEN = 'a-token-for-prometheus';
/** Of this kind of database only. */
const ON_SQLITE = [
  'botmeter_commit_duration_seconds',
  'botmeter_commit_queue_length',
  'botmeter_commit_calls',
];
const ON_POSTGRES = ['botmeter_postgres_connections'];
/** What Prometheus itself writes. */
const OF_PROMETHEUS = ['up'];

/** Beside the tests: an image of the service does not contain them. */
const read = (name: string) => readFileSync(new URL(`../../../lib/deploy/${name}`, import.meta.url), 'utf8');
const rules = read('prometheus-alerts.yml');
const dashboard = JSON.parse(read('grafana-dashboard.json'));
const queries: string[] = [...rules.matchAll(/^ +expr: (?:>-\n)?((?:.|\n)*?)\n +(?:for|labels):/gm)].map(
  ([, expression = '']) => expression,
);
for (const { targets } of dashboard.panels)
  queries.push(...targets.map(({ expr }: { expr: string }) => expr));

/** The names of metrics in a query, without the suffixes of histograms. */
const namesIn = (query: string) =>
  [...query.matchAll(/\b(?:(?:botmeter|nodejs|process)_[a-z0-9_]+|up)\b/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );

it('every query of the alert rules and the dashboard names metrics', () => {
  expect(queries.length).toBeGreaterThan(20);
  for (const query of queries) expect([query, namesIn(query).length]).not.toContain(0);
  expect(dashboard.__inputs).toMatchObject([{ name: 'DS_PROMETHEUS' }]);
});

describe.each(SETUPS)('on $database', (setup) => {
  let client: Client;
  beforeAll(async () => {
    const { running, stop } = await startServer(setup, inject('postgresUrl'), { METRICS_TOKEN: TOKEN });
    client = new Client(running.port);
    return async () => {
      client.close();
      await stop();
    };
  });

  it('every metric that they name exists', async () => {
    const { text } = await client.send({
      path: '/api/metrics',
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
    const elsewhere = setup.database === 'SQLite' ? ON_POSTGRES : ON_SQLITE;
    const named = new Set(queries.flatMap(namesIn));
    for (const name of [...OF_PROMETHEUS, ...elsewhere]) named.delete(name);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });
});
