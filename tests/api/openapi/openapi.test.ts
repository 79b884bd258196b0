import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BOT_DETAILS_EXAMPLE,
  REPORT_EXAMPLE,
  REPORTED_EXAMPLE,
  USAGE_EXAMPLE,
} from '@/lib/contract/examples';
import { openApiDocument } from '@/lib/contract/openapi/openapi';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { onEveryServer } from '@/tests/support/process/api-server';
import { botRequest } from '@/tests/support/process/requests';
import { shapeOf } from '@/tests/support/shape-of';

onEveryServer((api) => {
  describe('/api/openapi.json', () => {
    it('is the document generated from the contract', async () => {
      const response = await api.send({ path: '/api/openapi.json' });
      expect(response.status).toBe(200);
      expect(response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS))));
    });

    it('has examples that the service accepts, with responses of the documented shape', async () => {
      const bot = await api.operator.bot();
      const reported = await api.report(bot, { json: { ...REPORT_EXAMPLE, botId: bot.id } });
      expect(reported.status).toBe(200);
      expect(shapeOf(reported.json())).toEqual(shapeOf(REPORTED_EXAMPLE));
      const details = await api.send(botRequest(bot));
      expect(shapeOf(details.json())).toEqual(shapeOf(BOT_DETAILS_EXAMPLE));
      const usage = await api.usage(bot);
      expect(usage.status).toBe(200);
      expect(shapeOf({ ...usage.json().data, upgrade: null })).toEqual(shapeOf(USAGE_EXAMPLE.data));
    });
  });
});

it('passes Redocly’s linter with its recommended rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApiDocument(ENDPOINTS)));
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
