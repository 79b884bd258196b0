import { describe, expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/errors';
import { type ApiServer, onEveryServer } from '../../support/process/api-server';
import type { HttpResponse } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

/** An error in a request, or in the state of its bot. */
type Request = {
  method: string;
  path: string;
  headers: Record<string, string>;
  json: Record<string, unknown>;
  size: number;
};
type Fault = {
  readonly error: ErrorCode;
  readonly spoil?: (request: Request) => void;
  readonly prepare?: (api: ApiServer, bot: TestBot, keyId: string) => void | Promise<void>;
};

function set<T, Name extends keyof T>(of: T, name: Name, value: T[Name]): void {
  of[name] = value;
}

const notFound: Fault = { error: 'not_found', spoil: (r) => set(r, 'path', `${r.path}/`) };
const method = (wrong: string): Fault => ({
  error: 'method_not_allowed',
  spoil: (r) => set(r, 'method', wrong),
});
const keys: Fault[] = [
  { error: 'missing_key', spoil: (r) => void delete r.headers.Authorization },
  { error: 'invalid_key', prepare: (api, _, keyId) => api.operator.revoke(keyId) },
];
const disabled: Fault = { error: 'bot_disabled', prepare: (api, bot) => api.operator.disable(bot.id) };

/** In the order of the contract, section 5. */
const REPORT_FAULTS: Fault[] = [
  notFound,
  method('PUT'),
  ...keys,
  disabled,
  { error: 'unsupported_media_type', spoil: (r) => set(r.headers, 'Content-Type', 'text/plain') },
  { error: 'body_too_large', spoil: (r) => set(r, 'size', 16_385) },
  { error: 'invalid_body', spoil: (r) => set(r.json, 'userCount', -1) },
  { error: 'bot_mismatch', spoil: (r) => set(r.json, 'botId', '12345678901234567') },
  { error: 'quota_exceeded', prepare: (api, bot) => api.operator.setUsed(bot.id, 1_500) },
  { error: 'update_too_soon', prepare: (api, bot) => api.operator.setLastReport(bot.id, Date.now()) },
];
const USAGE_FAULTS: Fault[] = [notFound, method('POST'), ...keys, disabled];

const COUNTED = [400, 403, 413, 415, 429];

async function sendWith(
  api: ApiServer,
  faults: readonly Fault[],
  path: string,
): Promise<[HttpResponse, TestBot]> {
  const { id, name } = await api.operator.bot();
  const { key, keyId } = await api.operator.key(id);
  const bot = { id, name, key };
  const isReport = path === REPORT_PATH;
  const request: Request = {
    method: isReport ? 'POST' : 'GET',
    path,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    json: report(bot),
    size: 0,
  };
  for (const fault of faults) {
    fault.spoil?.(request);
    await fault.prepare?.(api, bot, keyId);
  }
  const { json, size, ...rest } = request;
  const body = isReport ? { body: JSON.stringify(json).padEnd(size) } : {};
  return [await api.send({ ...rest, ...body }), bot];
}

onEveryServer((api) => {
  describe.each([
    ['report', REPORT_PATH, REPORT_FAULTS],
    ['usage', USAGE_PATH, USAGE_FAULTS],
  ] as const)('of %s', (_, path, faults) => {
    const pairs = faults.flatMap((first, i) => faults.slice(i).map((second) => [first, second] as const));
    const named = pairs.map(([first, second]) => [first.error, second.error, first, second] as const);

    it.each(named)('%s comes before %s', async (error, _second, first, second) => {
      const both = first === second ? [first] : [first, second];
      for (const order of [both, [...both].reverse()]) {
        const [response, bot] = await sendWith(api, order, path);
        expect([response.status, response.json().error]).toEqual([ERROR_STATUS[error], error]);
        const isCounted = COUNTED.includes(response.status);
        expect(await api.operator.state(bot.id)).toMatchObject({
          calls: 0,
          rejected: isCounted ? 1 : 0,
          reports: [],
        });
        expect(response.all('ratelimit')).toHaveLength(isCounted ? 1 : 0);
      }
    });

    it('a request with all errors gets the first one', async () => {
      const [response] = await sendWith(api, faults, path);
      expect(response.json().error).toBe('not_found');
    });
  });

  it('a body that is not JSON comes before errors in its fields', async () => {
    const bot = await api.operator.bot();
    await api.operator.setUsed(bot.id, 1_500);
    expect((await api.report(bot, { body: '{"botId":"12345678901234567"' })).json().error).toBe(
      'invalid_json',
    );
  });
});
