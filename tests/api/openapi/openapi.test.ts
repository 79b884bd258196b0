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
const CAUSES: Partial<Record<ErrorCode, (site: ApiServer) => Promise<{ json: () => unknown }>>> = {
  invalid_json: async (site) => site.report(await site.operator.bot(), { body: '{' }),
  invalid_body: async (site) => {
    const bot = await site.operator.bot();
    return site.report(bot, { json: { ...REPORT_EXAMPLE, botId: bot.id, serverCount: -1 } });
  },
  missing_key: (site) => site.send({ path: '/api/v1/usage' }),
  invalid_key: (site) => site.send({ path: '/api/v1/usage', headers: { Authorization: 'Bearer btm_x' } }),
  bot_disabled: async (site) => {
    const bot = await site.operator.bot();
    await site.operator.disable(bot.id);
    return site.usage(bot);
  },
  bot_mismatch: async (site) => site.report(await site.operator.bot(), { json: REPORT_EXAMPLE }),
  not_found: (site) => site.send({ path: '/api/v1/votes' }),
  method_not_allowed: (site) => site.send({ method: 'POST', path: '/api/v1/usage' }),
  body_too_large: async (site) => site.report(await site.operator.bot(), { body: ' '.repeat(16_385) }),
  unsupported_media_type: async (site) =>
    site.report(await site.operator.bot(), { headers: { 'Content-Type': 'text/plain' } }),
  update_too_soon: async (site) => {
    const bot = await site.operator.bot();
    await site.report(bot);
    return site.report(bot);
  },
  quota_exceeded: async (site) => {
    const bot = await site.operator.bot();
    await site.operator.setUsed(bot.id, 1_500);
    return site.report(bot);
  },
};

onEveryServer((site) => {
  describe('/api/openapi.json', () => {
    it('is the document generated from the contract', async () => {
      const answer = await site.send({ path: '/api/openapi.json' });
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS))));
    });

    it('has examples that the service accepts, with responses of the documented shape', async () => {
      const bot = await site.operator.bot();
      const reported = await site.report(bot, { json: { ...REPORT_EXAMPLE, botId: bot.id } });
      expect(reported.status).toBe(200);
      expect(formOf(reported.json())).toEqual(formOf(REPORTED_EXAMPLE));
      const usage = await site.usage(bot);
      expect(usage.status).toBe(200);
      expect(formOf({ ...usage.json().data, upgrade: null })).toEqual(formOf(USAGE_EXAMPLE.data));
    });

    it.each(Object.entries(CAUSES))(
      'the response of %s has the shape of its example',
      async (code, cause) => {
        const { body } = ERROR_EXAMPLES[code as ErrorCode];
        const answered = (await cause(site)).json();
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
