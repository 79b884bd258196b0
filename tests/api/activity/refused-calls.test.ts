import { expect, it, onTestFinished } from 'vitest';
import type { RefusedEntry } from '@/lib/contract/activity-view';
import { composeKey } from '@/lib/domain/api-key';
import { type ApiServer, onFrontDoor } from '@/tests/support/process/api-server';
import { Client, type HttpRequest, type HttpResponse } from '@/tests/support/process/http';
import { createOwner, Operator, type TestBot } from '@/tests/support/process/operator';
import { REPORT_PATH, report, USAGE_PATH } from '@/tests/support/process/requests';
import { stopService } from '@/tests/support/process/service';
import { testDatabaseFile, testService } from '@/tests/support/process/test-resources';

const OTHER_ID = '1283746529999999999';

/** One way to be refused with a valid key, in the order in which one bot can meet them. */
const REFUSALS: Record<string, (api: ApiServer, bot: TestBot) => Promise<HttpResponse>> = {
  invalid_json: (api, bot) => api.report(bot, { body: '{' }),
  invalid_body: (api, bot) => api.report(bot, { json: report(bot, { serverCount: 'x', userCount: -1 }) }),
  unsupported_media_type: (api, bot) => api.report(bot, { headers: { 'Content-Type': 'text/plain' } }),
  body_too_large: (api, bot) => api.report(bot, { body: ' '.repeat(16_385) }),
  bot_mismatch: (api, bot) => api.report(bot, { json: report({ id: OTHER_ID }) }),
  async update_too_soon(api, bot) {
    await api.operator.setLastReport(bot.id, Date.now() - 5_000);
    return api.report(bot);
  },
  async quota_exceeded(api, bot) {
    await api.operator.setUsed(bot.id, 1_500);
    return api.report(bot);
  },
  async bot_disabled(api, bot) {
    await api.operator.disable(bot.id);
    return api.usage(bot);
  },
};

onFrontDoor((api) => {
  const { operator } = api;
  /** The rows once `count` calls are recorded, by their error. */
  const recorded = async (bot: TestBot, count: number): Promise<Record<string, RefusedEntry>> => {
    const entries = () => operator.refusedCalls(bot.id);
    const total = async () => (await entries()).reduce((sum, entry) => sum + entry.count, 0);
    await expect.poll(total, { timeout: 10_000 }).toBe(count);
    return Object.fromEntries((await entries()).map((entry) => [entry.error, entry]));
  };

  it('lists every kind of refusal with what the client was told', async () => {
    const bot = await operator.bot();
    const key = expect.objectContaining({ name: 'test', last4: bot.key.slice(-4) });
    const expected: Record<string, unknown> = {};
    for (const [error, refused] of Object.entries(REFUSALS)) {
      const response = await refused(api, bot);
      const { status } = response;
      const { message, requestId } = response.json();
      const endpoint = error === 'bot_disabled' ? `GET ${USAGE_PATH}` : `POST ${REPORT_PATH}`;
      const fields = { status, error, message: expect.stringContaining(message), requestId };
      expected[error] = expect.objectContaining({ ...fields, endpoint, key, count: 1 });
    }
    const rows = await recorded(bot, Object.keys(REFUSALS).length);
    expect(rows).toEqual(expected);
    expect(rows.invalid_body?.message).toMatch(/serverCount: Must be .* userCount: Must be /);
    expect((await operator.state(bot.id)).rejected).toBe(Object.keys(REFUSALS).length);
  });

  it('lists the calls of a revoked and an expired key of the bot, and not those of unknown keys', async () => {
    const bot = await operator.bot();
    const [revoked, expired] = [await operator.key(bot.id), await operator.key(bot.id)];
    await operator.revoke(revoked.keyId);
    await operator.expire(expired.keyId, Date.now() - 60_000);
    for (const { key } of [revoked, expired, revoked]) {
      expect((await api.usage({ ...bot, key })).status).toBe(401);
    }
    await api.usage({ ...bot, key: composeKey('0'.repeat(32)) });
    const { invalid_key: row } = await recorded(bot, 3);
    expect(row).toMatchObject({ status: 401, endpoint: `GET ${USAGE_PATH}` });
    const entries = await operator.refusedCalls(bot.id);
    const ends = entries.map(({ count, key }) => [
      count,
      key?.revokedAtMs !== null,
      key?.expiresAtMs !== null,
    ]);
    expect(ends.sort()).toEqual([
      [1, false, true],
      [2, true, false],
    ]);
    expect(Math.abs((row?.lastAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
    expect((await operator.state(bot.id)).rejected).toBe(0);
  });

  it('makes one row of like refusals, whatever the seconds', async () => {
    const bot = await operator.bot();
    expect((await api.report(bot)).status).toBe(200);
    for (let i = 0; i < 3; i++) {
      await operator.setLastReport(bot.id, Date.now() - 60_000 * (i + 1));
      expect((await api.report(bot)).status).toBe(429);
    }
    const { update_too_soon: row } = await recorded(bot, 3);
    expect(row?.count).toBe(3);
    expect(row?.message).toMatch(/Try again in 16[12]\d seconds\.$/);
  });

  it('stores nothing that the client sent: a key or a token in any field of a request', async () => {
    const bot = await operator.bot();
    const { key } = await operator.key(bot.id);
    const secrets = [key, 'MTIzNDU2Nzg5.canary-token', 'canary_token_0123456789'];
    let count = 0;
    for (const secret of secrets) {
      const fields = ['botId', 'serverCount', 'userCount', 'shardCount', secret];
      const requests: HttpRequest[] = [
        ...fields.map((field) => ({ body: JSON.stringify(report(bot, { userCount: -1, [field]: secret })) })),
        { body: `{"${secret}` },
        { body: `"${secret}"` },
        { headers: { 'Content-Type': secret } },
        { headers: { 'Content-Encoding': secret } },
        ...['X-Request-Id', 'User-Agent', 'Cookie', 'X-Forwarded-For', 'Referer', secret].map((name) => ({
          headers: { [name.replace(/[^\w-]/g, '')]: secret },
          body: '{}',
        })),
      ];
      for (const request of requests) {
        expect([400, 415]).toContain((await api.report(bot, request)).status);
        count++;
      }
    }
    await recorded(bot, count);
    const stored = JSON.stringify(await operator.refusedCalls(bot.id));
    for (const secret of secrets) expect(stored).not.toContain(secret);
    expect(stored).not.toMatch(/canary/i);
  });
});

it('a stopping server writes what it has not yet written', async () => {
  const databaseFile = testDatabaseFile();
  await createOwner(databaseFile);
  const operator = new Operator(databaseFile);
  onTestFinished(() => operator.close());
  const bot = await operator.bot();
  const service = await testService({ databaseFile });
  const client = new Client(service.port);
  onTestFinished(() => client.close());
  const refused = { method: 'POST', path: REPORT_PATH, headers: { Authorization: `Bearer ${bot.key}` } };
  for (let i = 0; i < 20; i++) expect((await client.send(refused)).status).toBe(415);
  await stopService(service);
  const entries = await operator.refusedCalls(bot.id);
  expect(entries.map(({ count }) => count)).toEqual([20]);
});
