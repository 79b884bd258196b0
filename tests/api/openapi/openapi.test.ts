import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_EXAMPLES, REPORT_EXAMPLE, REPORTED_EXAMPLE, USAGE_EXAMPLE } from '@/lib/contract/examples';
import { openApiDocument } from '@/lib/contract/openapi/openapi';
import type { ErrorCode } from '@/lib/domain/errors';
import { ENDPOINTS } from '@/lib/http/endpoints/list';
import { type ApiServer, onEveryServer } from '@/tests/support/process/api-server';

/** The shape of a value: the names of its members, without their values. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])];
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, formOf(member)]));
}

/** How to cause each error that a client can cause. The test client checks every response against the document. */
const CAUSES: Partial<Record<ErrorCode, (api: ApiServer) => Promise<{ json: () => unknown }>>> = {
  invalid_json: async (api) => api.report(await api.operator.bot(), { body: '{' }),
  invalid_body: async (api) => {
    const bot = await api.operator.bot();
    return api.report(bot, { json: { ...REPORT_EXAMPLE, botId: bot.id, serverCount: -1 } });
  },
  missing_key: (api) => api.send({ path: '/api/v1/usage' }),
  invalid_key: (api) => api.send({ path: '/api/v1/usage', headers: { Authorization: 'Bearer btm_x' } }),
  bot_disabled: async (api) => {
    const bot = await api.operator.bot();
    await api.operator.disable(bot.id);
    return api.usage(bot);
  },
  bot_mismatch: async (api) => api.report(await api.operator.bot(), { json: REPORT_EXAMPLE }),
  not_found: (api) => api.send({ path: '/api/v1/votes' }),
  method_not_allowed: (api) => api.send({ method: 'POST', path: '/api/v1/usage' }),
  body_too_large: async (api) => api.report(await api.operator.bot(), { body: ' '.repeat(16_385) }),
  unsupported_media_type: async (api) =>
    api.report(await api.operator.bot(), { headers: { 'Content-Type': 'text/plain' } }),
  update_too_soon: async (api) => {
    const bot = await api.operator.bot();
    await api.report(bot);
    return api.report(bot);
  },
  quota_exceeded: async (api) => {
    const bot = await api.operator.bot();
    await api.operator.setUsed(bot.id, 1_500);
    return api.report(bot);
  },
};

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
      expect(formOf(reported.json())).toEqual(formOf(REPORTED_EXAMPLE));
      const usage = await api.usage(bot);
      expect(usage.status).toBe(200);
      expect(formOf({ ...usage.json().data, upgrade: null })).toEqual(formOf(USAGE_EXAMPLE.data));
    });

    it.each(Object.entries(CAUSES))(
      'the response of %s has the shape of its example',
      async (code, cause) => {
        const { body } = ERROR_EXAMPLES[code as ErrorCode];
        const answered = (await cause(api)).json();
        expect(answered).toMatchObject({ success: false, error: code });
        expect(formOf(answered)).toEqual(formOf(body));
      },
    );
  });
});

it('every error that a client can cause is tested', () => {
  const left = Object.keys(ERROR_EXAMPLES).filter((code) => !(code in CAUSES));
  // No endpoint takes a query yet.
  expect(ENDPOINTS.filter(({ query }) => query !== undefined)).toEqual([]);
  expect(left).toEqual(['invalid_query', 'internal_error', 'storage_unavailable']);
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
