import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
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
import { dereferenced, openApiDocument } from '@/lib/contract/openapi/openapi';
import { STATS_HISTORY_EXAMPLE } from '@/lib/contract/stats-history';
import { onEveryServer } from '@/tests/support/process/api-server';
import type { HttpResponse } from '@/tests/support/process/http';
import { bearer, botRequest } from '@/tests/support/process/requests';

/** Before compression. */
const SIZE_MAX_BYTES = 120_000;

onEveryServer((api) => {
  describe('/api/openapi.json', () => {
    it('is the document generated from the contract', async () => {
      const response = await api.send({ path: '/api/openapi.json' });
      expect(response.status).toBe(200);
      expect(response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(OPERATIONS))));
      expect(Buffer.byteLength(response.text)).toBeLessThanOrEqual(SIZE_MAX_BYTES);
    });

    it('is compressed for clients that accept it, and not sent again to one that has it', async () => {
      const path = '/api/openapi.json';
      const plain = await api.send({ path });
      const { tag, ...fields } = fieldsOf(plain);
      expect(fields).toEqual({ coding: undefined, kept: 'no-cache', vary: 'Accept-Encoding' });
      const compressed = await fetch(`http://127.0.0.1:${api.port}${path}`, {
        headers: { 'Accept-Encoding': 'gzip' },
      });
      expect(compressed.headers.get('content-encoding')).toBe('gzip');
      expect(compressed.headers.get('etag')).toBe(tag);
      expect(await compressed.text()).toBe(plain.text);
      const known = await api.send({ path, headers: { 'If-None-Match': tag ?? '' } });
      expect([known.status, known.text, fieldsOf(known).tag]).toEqual([304, '', tag]);
      const other = await api.send({ path, headers: { 'If-None-Match': 'W/"another"' } });
      expect(other.status).toBe(200);
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

const fieldsOf = ({ header }: HttpResponse) => ({
  tag: header('etag'),
  coding: header('content-encoding'),
  kept: header('cache-control'),
  vary: header('vary'),
});

it('says what is within the bounds of reports, what depends on a header, and where a refusal is a page', () => {
  const { paths } = dereferenced(openApiDocument(OPERATIONS));
  const reported = paths['/api/v1/bots/stats']?.post?.responses['200']?.content['application/json']?.schema;
  expect(reported).toMatchObject({
    properties: {
      data: {
        properties: {
          serverCount: { minimum: 0, maximum: 10_000_000 },
          userCount: { minimum: 0, maximum: 10_000_000_000 },
          shardCount: { minimum: 1, maximum: 100_000 },
        },
      },
    },
  });
  expect(JSON.stringify(paths)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  const history = paths['/api/v1/bots/{botId}/history']?.get?.responses['200'];
  expect(Object.keys(history?.headers ?? {})).toContain('Vary');
  const page = paths['/b/{botId}']?.get?.responses['404'];
  expect(Object.keys(page?.content ?? {})).toEqual(['text/html']);
});

it('gives generated clients types with the names of the contract', async () => {
  const types = astToString(await openapiTS(JSON.stringify(openApiDocument(OPERATIONS))));
  const host = ts.createCompilerHost({});
  const files = new Map([
    ['types.ts', types],
    ['client.ts', CLIENT],
  ]);
  const found = (name: string) => files.get(basename(name));
  const program = ts.createProgram(
    [...files.keys()],
    {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      module: ts.ModuleKind.ESNext,
      types: [],
    },
    {
      ...host,
      fileExists: (name) => found(name) !== undefined || host.fileExists(name),
      readFile: (name) => found(name) ?? host.readFile(name),
      getSourceFile: (name, version) => {
        const text = found(name);
        return text === undefined
          ? host.getSourceFile(name, version)
          : ts.createSourceFile(name, text, version);
      },
    },
  );
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  expect(problems).toEqual([]);
}, 60_000);

/** What the author of a bot writes with the generated types. */
const CLIENT = `
import type { components, paths } from './types';
type Schemas = components['schemas'];
type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
export const report: Schemas['Report'] = { botId: '1234567890123456789', serverCount: 4, userCount: 273, shardCount: 1 };
type Reported = Json<paths['/api/v1/bots/stats']['post']['responses'][200]>;
export const stored: Schemas['StoredReport'] = {} as Reported['data'];
type Used = Json<paths['/api/v1/usage']['get']['responses'][200]>;
export const usage: Schemas['UsageRecord'] = {} as Used['data'];
export const minutes: number = usage.tier.updateIntervalMinutes;
// @ts-expect-error: a status is one of three words
export const status: 'good' = usage.usage.apiCalls.status;
export const waits = (refused: Schemas['Error']): number =>
  refused.error === 'update_too_soon' ? refused.details.retryAfterSeconds : 0;
export const refusal: Schemas['Error'] = {} as Json<paths['/api/v1/bots/stats']['post']['responses'][429]>;
`;

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
