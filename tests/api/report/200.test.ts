import { expect, inject, it } from 'vitest';
import { PLAN_NAMES, PLANS } from '@/lib/domain/quota/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed, rateLimitOf } from '../../support/process/envelope';
import { columnsOf, namesOf, openRawDatabase } from '../../support/process/raw-database';
import { bearer, REPORT_PATH, report, USAGE_PATH } from '../../support/process/requests';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const CYCLE_SECONDS = 30 * 24 * 3_600;

const BOUNDS = Object.entries({
  serverCount: [0, 1, 9_999_999, 10_000_000],
  userCount: [0, 1, 9_999_999_999, 10_000_000_000],
  shardCount: [1, 2, 99_999, 100_000],
}).flatMap(([field, values]) => values.map((value) => [field, value] as const));

const SPELLINGS = [
  ['4.0', 4] as const,
  ['4e0', 4] as const,
  ['1e3', 1000] as const,
  ['1E+3', 1000] as const,
  ['1000e-3', 1] as const,
  ['-0', 0] as const,
  ['-0.0', 0] as const,
  ['0e9', 0] as const,
];

/** Headers with which a report is accepted; KEY stands for the bot's key. */
const HEADERS = [
  ...['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json;'].map(
    (value) => ['Content-Type', value] as const,
  ),
  ['Content-Type', 'application/json;charset=UTF-16'],
  ['Content-Type', 'application/json ; charset="latin1"; x=y'],
  ['Content-Encoding', 'identity'],
  ['Content-Encoding', 'Identity'],
  ['Expect', '100-continue'],
  ...['Bearer KEY', 'bearer KEY', 'BEARER KEY', 'bEaReR   KEY', 'Bearer\tKEY', 'Bearer KEY  '].map(
    (value) => ['Authorization', value] as const,
  ),
] as const;

/** Ways to write the body of a valid report. */
const BODIES: [name: string, write: (json: string) => string][] = [
  ['after a byte-order mark', (json) => `\uFEFF${json}`],
  ['in white space', (json) => ` \r\n\t${json}\n `],
  ['with an escape sequence in a name', (json) => json.replace('serverCount', '\\u0073erverCount')],
  ['of exactly 16 384 bytes', (json) => json.padEnd(16_384)],
];

onEveryServer((api) => {
  const { operator } = api;
  const body = (bot: { id: string; name: string }, fields: object) => ({
    success: true,
    message: 'Stats updated successfully',
    data: {
      botId: bot.id,
      botName: bot.name,
      ...fields,
      updatedAt: expect.stringMatching(ISO),
      tier: { name: 'free', updateIntervalMinutes: 30 },
    },
  });

  it('returns what was stored and when', async () => {
    const bot = await operator.bot({ name: 'Bot “é 🤖”' });
    const before = Date.now();
    const response = await api.report(bot, { json: report(bot, { shardCount: 16 }) });
    const after = Date.now();

    expectServed(response, body(bot, { serverCount: 4, userCount: 273, shardCount: 16 }));
    const updatedAt = Date.parse(response.json().data.updatedAt);
    expect(updatedAt).toBeGreaterThanOrEqual(before);
    expect(updatedAt).toBeLessThanOrEqual(after);
    expect(await operator.state(bot.id)).toMatchObject({
      used: 1,
      calls: 1,
      rejected: 0,
      lastReportAtMs: updatedAt,
      reports: [{ atMs: updatedAt, serverCount: 4, userCount: 273, shardCount: 16 }],
    });
  });

  it.each(PLAN_NAMES)('returns the rate limit headers of the %s plan after the call', async (plan) => {
    const bot = await operator.bot({ plan });
    const response = await api.report(bot);
    const { callsPerCycle, intervalMinutes } = PLANS[plan];
    const { registeredAtMs } = await operator.state(bot.id);
    const untilResetMs = registeredAtMs + CYCLE_SECONDS * 1_000 - Date.parse(response.json().data.updatedAt);
    expect(rateLimitOf(response)).toEqual({
      quota: { q: callsPerCycle, w: CYCLE_SECONDS, r: callsPerCycle - 1, t: Math.ceil(untilResetMs / 1_000) },
      interval: { q: 1, w: intervalMinutes * 60, r: 0, t: intervalMinutes * 60 },
    });
  });

  it.each(BOUNDS)('accepts %s = %d and stores it', async (field, value) => {
    const bot = await operator.bot();
    const response = await api.report(bot, { json: report(bot, { [field]: value }) });
    expect([response.status, response.json().data[field]]).toEqual([200, value]);
    expect((await operator.state(bot.id)).reports).toMatchObject([{ [field]: value }]);
  });

  it.each(SPELLINGS)('accepts serverCount %s as the integer %d', async (spelling, value) => {
    const bot = await operator.bot();
    const response = await api.report(bot, {
      body: `{"botId":"${bot.id}","serverCount":${spelling},"userCount":1}`,
    });
    expect(response.status).toBe(200);
    expect(response.text).toContain(`"serverCount":${value},`);
    expect((await operator.state(bot.id)).reports).toMatchObject([{ serverCount: value }]);
  });

  it('stores one shard when shardCount is absent', async () => {
    const bot = await operator.bot();
    expect((await api.report(bot)).json().data.shardCount).toBe(1);
  });

  it.each(['10000000000000000', '18446744073709551615', '9223372036854775808'])(
    'accepts the snowflake %s as bot id',
    async (id) => {
      const bot = await operator.bot({ id });
      expect((await api.report(bot)).json().data.botId).toBe(id);
    },
  );

  it('uses the last of duplicate names', async () => {
    const bot = await operator.bot();
    const json = `{"serverCount":"x","botId":"1","serverCount":7,"userCount":-1,"botId":"${bot.id}","userCount":8}`;
    const response = await api.report(bot, { body: json });
    expect(response.json().data).toMatchObject({ serverCount: 7, userCount: 8 });
  });

  it.each(HEADERS)('accepts %s: %s, and decodes the body as UTF-8', async (name, value) => {
    const bot = await operator.bot();
    const json = report(bot, { lang: 'ру́сский' });
    const headers = { [name]: value.replace('KEY', bot.key) };
    expect((await api.report(bot, { headers, json })).status).toBe(200);
  });

  it.each(BODIES)('accepts a body %s, declared and chunked', async (_, write) => {
    for (const isChunked of [false, true]) {
      const bot = await operator.bot();
      const text = write(JSON.stringify(report(bot)));
      const pieces = [text.slice(0, 1), text.slice(1, 50), text.slice(50, -1), text.slice(-1)];
      expect((await api.report(bot, isChunked ? { chunks: pieces } : { body: text })).status).toBe(200);
    }
  });

  it('accepts characters that are split between chunks', async () => {
    const bot = await operator.bot();
    const bytes = Buffer.from(JSON.stringify(report(bot, { lang: '🤖' })));
    const at = bytes.indexOf(Buffer.from('🤖')) + 2;
    const response = await api.report(bot, { chunks: [bytes.subarray(0, at), bytes.subarray(at)] });
    expect(response.status).toBe(200);
  });

  it('ignores unknown fields: of other clients, of prototypes, and named like database columns', async () => {
    const { databaseUrl } = inject('servers').find(({ port }) => port === api.port) ?? { databaseUrl: '' };
    const rawDatabase = openRawDatabase(databaseUrl);
    const names = namesOf(await columnsOf(rawDatabase, api.database !== 'SQLite'));
    await rawDatabase.close();
    const [known, unknown] = [await operator.bot(), await operator.bot()];
    const columns = names.filter((name) => !(name in report(known)) && name !== 'shardCount');
    expect(columns.length).toBeGreaterThan(30);
    const values = [0, 1, 'business', null, true, 9_999_999_999_999, 'admin', []];
    const extra = {
      ...Object.fromEntries(columns.map((name, i) => [name, values[i % values.length]])),
      timestamp: '2001-01-01T00:00:00.000Z',
      lang: 'de',
      updatedAt: 0,
      used: 0,
      limit: 9e9,
      apiKey: 'btm_x',
      nested: { botId: known.id },
    };
    const proto = '"__proto__":{"plan":"business","shardCount":9},"constructor":{"prototype":{"plan":1}}';
    const json = `{${proto},${JSON.stringify({ ...extra, ...report(unknown) }).slice(1)}`;

    const [plain, odd] = [await api.report(known), await api.report(unknown, { body: json })];

    expectServed(odd, body(unknown, { serverCount: 4, userCount: 273, shardCount: 1 }));
    const rowOf = async (bot: { id: string }, response: typeof odd) => {
      const row = (await operator.rows(bot.id)) as Record<string, unknown>;
      expect(row.last_report_at_ms).toBe(Date.parse(response.json().data.updatedAt));
      // It begins with the time of the call.
      const usagePart = String(row.usage_part).replace(/^\d+/, '0');
      return { ...row, id: '', registered_at_ms: 0, last_report_at_ms: 0, usage_part: usagePart };
    };
    expect(await rowOf(unknown, odd)).toEqual(await rowOf(known, plain));
    expect(({} as { plan?: unknown }).plan).toBeUndefined();

    const query = columns.map((name) => `${name}=business`).join('&');
    expect((await api.usage(unknown, { path: `${USAGE_PATH}?${query}` })).status).toBe(200);
    expect((await operator.state(unknown.id)).used).toBe(2);
  });

  it('accepts the next report exactly one interval after the last', async () => {
    const bot = await operator.bot({ plan: 'business' });
    for (let i = 1; i <= 3; i++) {
      expect((await api.report(bot)).status).toBe(200);
      expect((await operator.state(bot.id)).used).toBe(i);
      await operator.letPass(bot.id, 60_000);
    }
    expect((await operator.state(bot.id)).reports).toHaveLength(3);
  });

  it('accepts the last call of a cycle, and calls again in the cycle after an exhausted one', async () => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 1_499);
    const last = await api.report(bot);
    expect([last.status, rateLimitOf(last).quota.r]).toEqual([200, 0]);
    expect((await operator.state(bot.id)).used).toBe(1_500);
    await operator.letPass(bot.id, CYCLE_SECONDS * 1_000);
    const next = await api.report(bot);
    expect([next.status, rateLimitOf(next).quota.r]).toEqual([200, 1_499]);
  });

  it('changes no other bot', async () => {
    const [bot, other] = [await operator.bot(), await operator.bot()];
    const before = await operator.rows(other.id);
    expect((await api.report(bot)).status).toBe(200);
    expect(await operator.rows(other.id)).toEqual(before);
  });

  it('stores the report for the bot, whichever of its keys sends it', async () => {
    const bot = await operator.bot();
    const second = { ...bot, ...(await operator.key(bot.id)) };
    expect((await api.report(second)).status).toBe(200);
    expect((await api.report(bot)).status).toBe(429);
    expect(await operator.state(bot.id)).toMatchObject({ used: 1, rejected: 1 });
  });

  it('ignores keys in the query and in other headers', async () => {
    const [bot, other] = [await operator.bot(), await operator.bot()];
    const path = `${REPORT_PATH}?key=${other.key}&botId=${other.id}`;
    const headers = { ...bearer(bot), 'X-Api-Key': other.key, Cookie: `key=${other.key}` };
    expect((await api.report(bot, { path, headers })).json().data.botId).toBe(bot.id);
    expect((await operator.state(other.id)).used).toBe(0);
  });
});
