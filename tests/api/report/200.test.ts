import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS } from '@/lib/domain/plan';
import { onEveryServer } from '../../support/process/api-server';
import { expectServed, rateLimitOf } from '../../support/process/envelope';
import { bearer, REPORT_PATH, report } from '../../support/process/requests';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

onEveryServer((site) => {
  const { operator } = site;
  const accepted = (bot: { id: string; name: string }, fields: object) => ({
    success: true,
    message: 'Stats updated successfully',
    data: { botId: bot.id, botName: bot.name, ...fields, updatedAt: expect.stringMatching(ISO) },
  });

  it('returns what was stored and when', async () => {
    const bot = await operator.bot({ name: 'Bot “é 🤖”' });
    const before = Date.now();
    const answer = await site.report(bot, { json: report(bot, { shardCount: 16 }) });
    const after = Date.now();

    expectServed(answer, accepted(bot, { serverCount: 4, userCount: 273, shardCount: 16 }));
    const updatedAt = Date.parse(answer.json().data.updatedAt);
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
    const answer = await site.report(bot);
    const { callsPerCycle, intervalMinutes } = PLANS[plan];
    const cycle = 30 * 24 * 3600;
    expect(rateLimitOf(answer)).toEqual({
      quota: { q: callsPerCycle, w: cycle, r: callsPerCycle - 1, t: expect.any(Number) },
      interval: { q: 1, w: intervalMinutes * 60, r: 0, t: intervalMinutes * 60 },
    });
    const { registeredAtMs } = await operator.state(bot.id);
    const untilReset = registeredAtMs + cycle * 1000 - Date.parse(answer.json().data.updatedAt);
    expect(rateLimitOf(answer).quota.t).toBe(Math.ceil(untilReset / 1000));
  });

  const bounds = [
    ['serverCount', 0],
    ['serverCount', 1],
    ['serverCount', 9_999_999],
    ['serverCount', 10_000_000],
    ['userCount', 0],
    ['userCount', 1],
    ['userCount', 9_999_999_999],
    ['userCount', 10_000_000_000],
    ['shardCount', 1],
    ['shardCount', 2],
    ['shardCount', 99_999],
    ['shardCount', 100_000],
  ] as const;
  it.each(bounds)('accepts %s = %d and stores it', async (field, value) => {
    const bot = await operator.bot();
    const answer = await site.report(bot, { json: report(bot, { [field]: value }) });
    expect(answer.status).toBe(200);
    expect(answer.json().data[field]).toBe(value);
    expect((await operator.state(bot.id)).reports).toMatchObject([{ [field]: value }]);
  });

  const spellings = [
    ['4.0', 4],
    ['4e0', 4],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['1000e-3', 1],
    ['-0', 0],
    ['-0.0', 0],
    ['0e9', 0],
  ] as const;
  it.each(spellings)('accepts serverCount %s as the integer %d', async (spelling, value) => {
    const bot = await operator.bot();
    const body = `{"botId":"${bot.id}","serverCount":${spelling},"userCount":1}`;
    const answer = await site.report(bot, { body });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`"serverCount":${value},`);
    expect((await operator.state(bot.id)).reports).toMatchObject([{ serverCount: value }]);
  });

  it('stores one shard when shardCount is absent', async () => {
    const bot = await operator.bot();
    expect((await site.report(bot)).json().data.shardCount).toBe(1);
  });

  it.each(['10000000000000000', '99999999999999999999', '18446744073709551615', '9223372036854775808'])(
    'accepts the snowflake %s as bot id',
    async (id) => {
      if (BigInt(id) > 18446744073709551615n) {
        await expect(operator.bot({ id })).rejects.toThrow('snowflake');
        return;
      }
      const bot = await operator.bot({ id });
      expect((await site.report(bot)).json().data.botId).toBe(id);
    },
  );

  it('uses the last of duplicate names', async () => {
    const bot = await operator.bot();
    const body = `{"serverCount":"x","botId":"1","serverCount":7,"userCount":-1,"botId":"${bot.id}","userCount":8}`;
    expect((await site.report(bot, { body })).json().data).toMatchObject({ serverCount: 7, userCount: 8 });
  });

  it('ignores a byte-order mark', async () => {
    const bot = await operator.bot();
    const answer = await site.report(bot, { body: `\uFEFF${JSON.stringify(report(bot))}` });
    expect(answer.status).toBe(200);
  });

  it('accepts white space around the body and escape sequences inside it', async () => {
    const bot = await operator.bot();
    const body = ` \r\n\t${JSON.stringify(report(bot)).replace('serverCount', '\\u0073erverCount')}\n `;
    expect((await site.report(bot, { body })).status).toBe(200);
  });

  const types = [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-16',
    'application/json ; charset="latin1"; x=y',
    'application/json;',
  ];
  it.each(types)('accepts the Content-Type %s and decodes UTF-8', async (type) => {
    const bot = await operator.bot();
    const body = JSON.stringify(report(bot, { lang: 'ру́сский' }));
    expect((await site.report(bot, { headers: { 'Content-Type': type }, body })).status).toBe(200);
  });

  it.each(['identity', 'Identity'])('accepts the Content-Encoding %s', async (encoding) => {
    const bot = await operator.bot();
    expect((await site.report(bot, { headers: { 'Content-Encoding': encoding } })).status).toBe(200);
  });

  it('ignores unknown fields: of other clients, of tables and of prototypes', async () => {
    const [known, unknown] = [await operator.bot(), await operator.bot()];
    const columns = [
      ...['id', 'name', 'owner_id', 'plan', 'plan_changed_at_ms', 'former_history_days', 'disabled_at_ms'],
      ...['registered_at_ms', 'cycle_index', 'cycle_used', 'left_cycles', 'day_counts', 'last_report_at_ms'],
      ...[
        'server_count',
        'user_count',
        'shard_count',
        'reports_total',
        'bot_id',
        'at_ms',
        'number',
        'version',
      ],
      ...[
        'hash',
        'last4',
        'expires_at_ms',
        'revoked_at_ms',
        'last_used_at_ms',
        'email',
        'role',
        'password_hash',
      ],
    ];
    const extra = Object.fromEntries(columns.map((column) => [column, 'business']));
    const more = {
      ...extra,
      timestamp: '2001-01-01T00:00:00.000Z',
      lang: 'de',
      updatedAt: 0,
      used: 0,
      limit: 9e9,
      apiKey: 'btm_x',
      nested: { botId: known.id },
    };
    const proto = '"__proto__":{"plan":"business","shardCount":9},"constructor":{"prototype":{"plan":1}}';
    const body = `{${proto},${JSON.stringify({ ...more, ...report(unknown) }).slice(1)}`;

    const answers = [await site.report(known), await site.report(unknown, { body })] as const;

    expectServed(answers[1], accepted(unknown, { serverCount: 4, userCount: 273, shardCount: 1 }));
    const own = async (bot: { id: string }, answer: (typeof answers)[0]) => {
      const row = (await operator.rows(bot.id)) as Record<string, unknown>;
      const at = Date.parse(answer.json().data.updatedAt);
      expect(row.last_report_at_ms).toBe(at);
      return { ...row, id: '', registered_at_ms: 0, last_report_at_ms: 0 };
    };
    expect(await own(unknown, answers[1])).toEqual(await own(known, answers[0]));
    expect(({} as { plan?: unknown }).plan).toBeUndefined();
  });

  it('accepts a body of exactly 16 384 bytes, declared', async () => {
    const bot = await operator.bot();
    expect((await site.report(bot, { body: padded(bot, 16_384) })).status).toBe(200);
  });

  it('accepts a body of exactly 16 384 bytes, chunked', async () => {
    const bot = await operator.bot();
    const body = padded(bot, 16_384);
    const chunks = [body.slice(0, 1), body.slice(1, 8192), body.slice(8192, 16_383), body.slice(16_383)];
    expect((await site.report(bot, { chunks })).status).toBe(200);
  });

  it('accepts characters that are split between chunks', async () => {
    const bot = await operator.bot();
    const bytes = Buffer.from(JSON.stringify(report(bot, { lang: '🤖' })));
    const at = bytes.indexOf(Buffer.from('🤖')) + 2;
    const answer = await site.report(bot, { chunks: [bytes.subarray(0, at), bytes.subarray(at)] });
    expect(answer.status).toBe(200);
  });

  it('sends 100 Continue to a client that expects it', async () => {
    const bot = await operator.bot();
    const answer = await site.report(bot, { headers: { Expect: '100-continue' } });
    expect(answer.status).toBe(200);
  });

  it('accepts the next report exactly one interval after the last', async () => {
    const bot = await operator.bot({ plan: 'business' });
    for (let i = 1; i <= 3; i++) {
      expect((await site.report(bot)).status).toBe(200);
      expect((await operator.state(bot.id)).used).toBe(i);
      await operator.letPass(bot.id, 60_000);
    }
    expect((await operator.state(bot.id)).reports).toHaveLength(3);
  });

  it('accepts calls again in the cycle after an exhausted one', async () => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 1_500);
    await operator.letPass(bot.id, 30 * 24 * 3_600_000);
    const answer = await site.report(bot);
    expect(answer.status).toBe(200);
    expect(rateLimitOf(answer).quota.r).toBe(1_499);
  });

  it('serves the last call of a cycle', async () => {
    const bot = await operator.bot();
    await operator.setUsed(bot.id, 1_499);
    const answer = await site.report(bot);
    expect(answer.status).toBe(200);
    expect(rateLimitOf(answer).quota.r).toBe(0);
    expect((await operator.state(bot.id)).used).toBe(1_500);
  });

  it('changes no other bot', async () => {
    const [bot, other] = [await operator.bot(), await operator.bot()];
    const before = await operator.rows(other.id);
    expect((await site.report(bot)).status).toBe(200);
    expect(await operator.rows(other.id)).toEqual(before);
  });

  it('stores the report for the bot, whichever of its keys sends it', async () => {
    const bot = await operator.bot();
    const second = { ...bot, ...(await operator.key(bot.id)) };
    expect((await site.report(second)).status).toBe(200);
    expect((await site.report(bot)).status).toBe(429);
    expect(await operator.state(bot.id)).toMatchObject({ used: 1, rejected: 1 });
  });

  it.each(['Bearer KEY', 'bearer KEY', 'BEARER KEY', 'bEaReR   KEY', 'Bearer\tKEY', 'Bearer KEY  '])(
    'accepts the key in "%s"',
    async (form) => {
      const bot = await operator.bot();
      const headers = { Authorization: form.replace('KEY', bot.key) };
      expect((await site.report(bot, { headers })).status).toBe(200);
    },
  );

  it('ignores keys in the query and in other headers', async () => {
    const [bot, other] = [await operator.bot(), await operator.bot()];
    const path = `${REPORT_PATH}?key=${other.key}&botId=${other.id}`;
    const headers = { ...bearer(bot), 'X-Api-Key': other.key, Cookie: `key=${other.key}` };
    expect((await site.report(bot, { path, headers })).json().data.botId).toBe(bot.id);
    expect((await operator.state(other.id)).used).toBe(0);
  });
});

function padded(bot: { id: string }, bytes: number): string {
  const body = JSON.stringify(report(bot));
  return body + ' '.repeat(bytes - body.length);
}
