import { expect, it, onTestFinished } from 'vitest';
import type { RefusedEntry } from '@/lib/contract/activity-view';
import { composeKey } from '@/lib/domain/keys/key-text';
import { ApiServer, onEveryServer } from '@/tests/support/process/api-server';
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

onEveryServer((api) => {
  const { operator } = api;
  /** The rows once `count` calls are recorded, by their error. */
  const recorded = async (bot: TestBot, count: number): Promise<Record<string, RefusedEntry>> => {
    const entries = () => operator.refusedCalls(bot.id);
    const total = async () => (await entries()).reduce((sum, entry) => sum + entry.count, 0);
    await expect.poll(total).toBe(count);
    return Object.fromEntries((await entries()).map((entry) => [entry.error, entry]));
  };

  it('lists every kind of refusal with the message that the client got', async () => {
    const bot = await operator.bot();
    const key = expect.objectContaining({ name: 'test', last4: bot.key.slice(-4) });
    const expected: Record<string, unknown> = {};
    for (const [error, refused] of Object.entries(REFUSALS)) {
      const response = await refused(api, bot);
      const { status } = response;
      const { message, requestId } = response.json();
      const operation = error === 'bot_disabled' ? `GET ${USAGE_PATH}` : `POST ${REPORT_PATH}`;
      const fields = { status, error, message: expect.stringContaining(message), requestId };
      expected[error] = expect.objectContaining({ ...fields, operation, key, count: 1 });
    }
    const rows = await recorded(bot, Object.keys(REFUSALS).length);
    expect(rows).toEqual(expected);
    expect(rows.invalid_body?.sent?.fields).toEqual(
      ['botId', 'serverCount', 'userCount'].map((name) => expect.objectContaining({ name })),
    );
    expect(rows.update_too_soon?.sent).toBeNull();
    expect(rows.invalid_body?.message).toMatch(/serverCount must be .*; userCount must be /);
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
    expect(row).toMatchObject({ status: 401, operation: `GET ${USAGE_PATH}` });
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
});

it('no message, log line or stored row shows what the client sent: a key or a token in any part of a request', async () => {
  const databaseFile = testDatabaseFile();
  await createOwner(databaseFile);
  const service = await testService({ databaseFile, env: { LOG_LEVEL: 'debug' } });
  const server = { server: 'npm start', database: 'SQLite', databaseUrl: `file:${databaseFile}` } as const;
  const api = new ApiServer({ ...server, port: service.port });
  onTestFinished(() => api.close());
  const bot = await api.operator.bot();
  const { key } = await api.operator.key(bot.id);
  const secrets = [key, 'MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.canary.0123456789abcdefghijklmnop'];
  let count = 0;
  let messages = '';
  for (const secret of secrets) {
    const fields = ['botId', 'serverCount', 'userCount', 'shardCount', secret];
    const header = (value: string, name = 'Authorization') => ({ headers: { [name]: value }, body: '{}' });
    const refused: HttpRequest[] = [
      ...fields.map((field) => ({ body: JSON.stringify(report(bot, { userCount: -1, [field]: secret })) })),
      ...[`{"${secret}`, `"${secret}"`, secret, `{'${secret}'}`, `{"botId":${secret}}`].map((body) => ({
        body,
      })),
      header(secret, 'Content-Type'),
      header(secret, 'Content-Encoding'),
      ...['X-Request-Id', 'User-Agent', 'Cookie', 'X-Forwarded-For', 'Referer', secret].map((name) =>
        header(secret, name.replace(/[^\w-]/g, '')),
      ),
    ];
    // Of no bot, so not stored.
    const unknown: HttpRequest[] = [
      ...[secret, `Bot ${secret}`, `Bearer "${secret}"`, `Bearer ${secret.slice(0, -1)}`].map((value) =>
        header(value),
      ),
      { path: `/api/v1/${secret}` },
      { path: `/${secret}/api/v1/usage` },
    ];
    for (const request of [...refused, ...unknown]) {
      const response = await api.report(bot, request);
      expect([400, 401, 404, 415]).toContain(response.status);
      messages += response.text;
    }
    count += refused.length;
  }
  const stored = async () => {
    const rows = await api.operator.refusedCalls(bot.id);
    return { total: rows.reduce((sum, row) => sum + row.count, 0), text: JSON.stringify(rows) };
  };
  await expect.poll(async () => (await stored()).total).toBe(count);
  await expect.poll(() => service.output().match(/"responded"/g)?.length).toBeGreaterThan(count);
  for (const text of [messages, service.output(), (await stored()).text]) {
    for (const secret of secrets) expect(text).not.toContain(secret.slice(0, -4));
    expect(text).not.toMatch(/canary/i);
  }
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
