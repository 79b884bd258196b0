import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import { ANALYTICS_EXAMPLE } from '@/lib/contract/analytics';
import { HEARTBEAT_EXAMPLE, VERIFY_EXAMPLE } from '@/lib/contract/connection';
import {
  BOT_DETAILS_EXAMPLE,
  HISTORY_EXAMPLE,
  REPORT_EXAMPLE,
  REPORTED_EXAMPLE,
  USAGE_EXAMPLE,
} from '@/lib/contract/examples';
import { openApiDocument } from '@/lib/contract/openapi/openapi';
import { STATS_HISTORY_EXAMPLE } from '@/lib/contract/stats-history';
import { onEveryServer } from '@/tests/support/process/api-server';
import { bearer, botRequest } from '@/tests/support/process/requests';

onEveryServer((api) => {
  describe('/api/openapi.json', () => {
    it('is the document generated from the contract', async () => {
      const response = await api.send({ path: '/api/openapi.json' });
      expect(response.status).toBe(200);
      expect(response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(OPERATIONS))));
    });

    it('has examples that the service accepts, with responses of the documented shape', async () => {
      const bot = await api.operator.bot();
      const reported = await api.report(bot, { json: { ...REPORT_EXAMPLE, botId: bot.id } });
      expect(reported.status).toBe(200);
      expect(shapeOf(reported.json())).toEqual(shapeOf(REPORTED_EXAMPLE));
      const details = await api.send(botRequest(bot));
      expect(shapeOf(details.json())).toEqual(shapeOf(BOT_DETAILS_EXAMPLE));
      const heartbeat = { method: 'POST', path: '/api/v1/heartbeat', headers: bearer(bot) };
      expect(shapeOf((await api.send(heartbeat)).json())).toEqual(shapeOf(HEARTBEAT_EXAMPLE));
      await api.operator.letPass(bot.id, 24 * 3_600_000);
      await api.report(bot);
      for (const [path, example] of [
        ['verify', VERIFY_EXAMPLE],
        [`bots/${bot.id}/history?unit=hour`, HISTORY_EXAMPLE],
        [`bots/${bot.id}/stats/history?period=all`, STATS_HISTORY_EXAMPLE],
        [`bots/${bot.id}/analytics`, ANALYTICS_EXAMPLE],
      ] as const) {
        const response = await api.send({ path: `/api/v1/${path}`, headers: bearer(bot) });
        expect([path, shapeOf(response.json())]).toEqual([path, shapeOf(example)]);
      }
      const usage = await api.usage(bot);
      expect(usage.status).toBe(200);
      expect(shapeOf({ ...usage.json().data, upgrade: null })).toEqual(shapeOf(USAGE_EXAMPLE.data));
    });
  });
});

it('passes Redocly’s linter with its recommended rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApiDocument(OPERATIONS)));
  const linted = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends=recommended', '--format=json', file],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  rmSync(folder, { recursive: true });
  const { totals, problems } = JSON.parse(linted.stdout.slice(linted.stdout.indexOf('{')));
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
}, 60_000);

/** The shape of a value: the names of its members, without their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
