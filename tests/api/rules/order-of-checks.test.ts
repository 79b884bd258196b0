import { describe, expect, it } from 'vitest';
import { HISTORY_PATH } from '@/lib/contract/api-paths';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';
import { type ApiServer, onEveryServer } from '../../support/process/api-server';
import type { HttpResponse } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { REPORT_PATH, report, reportRequest, USAGE_PATH } from '../../support/process/requests';

/** A request whose parts the errors below change before it is sent. */
type Draft = {
  method: string;
  path: string;
  headers: Record<string, string>;
  json: Record<string, unknown>;
  size: number;
};
/** Causes one error, by changing the request or the state of its bot. */
type Cause = readonly [
  error: ErrorCode,
  change: (draft: Draft, api: ApiServer, bot: TestBot & { keyId: string }) => unknown,
];

const NOT_FOUND: Cause = [
  'not_found',
  (draft) => Object.assign(draft, { path: draft.path.replace(/\?|$/, '/$&') }),
];
const wrongMethod = (method: string): Cause => [
  'method_not_allowed',
  (draft) => Object.assign(draft, { method }),
];
const KEYS: Cause[] = [
  ['missing_key', ({ headers }) => delete headers.Authorization],
  ['invalid_key', (_, api, { keyId }) => api.operator.revoke(keyId)],
  ['bot_disabled', (_, api, { id }) => api.operator.disable(id)],
];

const TARGETS = {
  report: ['POST', REPORT_PATH],
  usage: ['GET', USAGE_PATH],
  history: ['GET', HISTORY_PATH],
} as const;
/** In the order of the contract, section 5. */
const CAUSES = {
  report: [
    NOT_FOUND,
    wrongMethod('PUT'),
    ...KEYS,
    ['unsupported_media_type', ({ headers }) => Object.assign(headers, { 'Content-Type': 'text/plain' })],
    ['body_too_large', (draft) => Object.assign(draft, { size: 16_385 })],
    ['invalid_body', ({ json }) => Object.assign(json, { userCount: -1 })],
    ['bot_mismatch', ({ json }) => Object.assign(json, { botId: '12345678901234567' })],
    ['quota_exceeded', (_, api, { id }) => api.operator.setUsed(id, 1_500)],
    ['update_too_soon', (_, api, { id }) => api.operator.setLastReport(id, Date.now())],
  ],
  usage: [NOT_FOUND, wrongMethod('POST'), ...KEYS],
  history: [
    NOT_FOUND,
    wrongMethod('POST'),
    ...KEYS,
    ['invalid_query', (draft) => Object.assign(draft, { path: `${draft.path}?unit=year` })],
    [
      'bot_mismatch',
      (draft) => Object.assign(draft, { path: draft.path.replace(/\d{17,}/, '12345678901234567') }),
    ],
    ['quota_exceeded', (_, api, { id }) => api.operator.setUsed(id, 1_500)],
  ],
} satisfies Record<keyof typeof TARGETS, Cause[]>;

const COUNTED = [400, 403, 413, 415, 429];

onEveryServer((api) => {
  describe.each(Object.keys(TARGETS) as (keyof typeof TARGETS)[])('of %s', (name) => {
    const causes: readonly Cause[] = CAUSES[name];

    async function sendWith(applied: readonly Cause[]): Promise<[HttpResponse, TestBot]> {
      const bot = await api.operator.bot();
      const { headers } = reportRequest(bot);
      const [method, template] = TARGETS[name];
      const path = template.replace('{botId}', bot.id);
      const draft: Draft = { method, path, headers: { ...headers }, json: report(bot), size: 0 };
      for (const [, change] of applied) await change(draft, api, bot);
      const { json, size, ...request } = draft;
      const body = name === 'report' ? { body: JSON.stringify(json).padEnd(size) } : {};
      return [await api.send({ ...request, ...body }), bot];
    }

    const pairs = causes.flatMap((first, i) => causes.slice(i).map((second) => [first, second] as const));
    it.each(pairs.map(([first, second]) => [first[0], second[0], first, second] as const))(
      '%s comes before %s',
      async (error, _second, first, second) => {
        const [response, { id }] = await sendWith(first === second ? [first] : [second, first]);
        expect([response.status, response.json().error]).toEqual([ERROR_STATUS[error], error]);
        const isCounted = COUNTED.includes(response.status);
        const counts = { calls: 0, rejected: isCounted ? 1 : 0, reports: [] };
        expect(await api.operator.state(id)).toMatchObject(counts);
        expect(response.all('ratelimit')).toHaveLength(isCounted ? 1 : 0);
      },
    );

    it('a request with all errors gets the first one', async () => {
      const [response] = await sendWith(causes);
      expect(response.json().error).toBe('not_found');
    });
  });

  it('a body that is not JSON comes before errors in its fields', async () => {
    const bot = await api.operator.bot();
    await api.operator.setUsed(bot.id, 1_500);
    const response = await api.report(bot, { body: '{"botId":"12345678901234567"' });
    expect(response.json().error).toBe('invalid_json');
  });
});
