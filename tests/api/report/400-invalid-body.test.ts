import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure, expectRejected } from '../../support/process/envelope';
import { report } from '../../support/process/requests';

const MAX = { serverCount: 10_000_000, userCount: 10_000_000_000, shardCount: 100_000 };

const issues = (...fields: string[]) => ({
  issues: fields.map((path) => ({ path, message: expect.stringMatching(/^\S.*\.$/) })),
});

/** Raw JSON values. */
const NOT_COUNTS = [
  '"4"',
  '""',
  'true',
  'false',
  'null',
  '{}',
  '[]',
  '[4]',
  '4.5',
  '-1',
  '-0.5',
  '1e-1',
  '1e309',
  '9007199254740993',
  '1e300',
  '18446744073709551616',
];
const NOT_IDS = [
  'null',
  'true',
  '{}',
  '[]',
  '12345678901234567',
  '1234567890123456789',
  '""',
  '" "',
  '"1234567890123456"',
  '"123456789012345678901"',
  '"01234567890123456"',
  '"18446744073709551616"',
  '"99999999999999999999"',
  '"-12345678901234567"',
  '"+1234567890123456"',
  '"1234567890123456a"',
  '"12345678901234567\\n"',
  '" 12345678901234567"',
  '"12345678901234567 "',
  '"1234567890123456.0"',
  '"1e17"',
  '"0x123456789012345"',
  '"١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧"',
  '"12345678901234567\\u0000"',
];
/** Invalid values by field. */
const INVALID = [
  ...Object.entries(MAX).map(([name, max]) => [name, [...NOT_COUNTS, `${max + 1}`, `${max}.5`]] as const),
  ['shardCount', ['0', '-0', '0.0']],
  ['botId', NOT_IDS],
] as const;

onEveryServer((api) => {
  const { operator } = api;

  it.each(INVALID.flatMap(([field, values]) => values.map((json) => [field, json] as const)))(
    'refuses %s = %s',
    async (field, json) => {
      const bot = await operator.bot();
      const { id } = bot;
      const body = `{"botId":"${id}","serverCount":1,"userCount":1,"shardCount":1,"${field}":${json}}`;
      await expectRejected(api, bot, await api.report(bot, { body }), 'invalid_body', issues(field));
    },
  );

  it.each([
    ...['null', 'true', '1', '"text"', '[]', '[{}]'].map((body) => [body, ['']] as const),
    ['{"botId":"ID","userCount":1,"__proto__":{"serverCount":4}}', ['serverCount']],
    ['{"serverCount":1,"userCount":1}', ['botId']],
    ['{"botId":"ID","userCount":1}', ['serverCount']],
    ['{"botId":"ID","serverCount":1}', ['userCount']],
    ['{}', ['botId', 'serverCount', 'userCount']],
  ] as const)('refuses the body %s and names what is wrong: %j', async (body, fields) => {
    const bot = await operator.bot();
    const response = await api.report(bot, { body: body.replace('ID', bot.id) });
    await expectRejected(api, bot, response, 'invalid_body', issues(...fields));
  });

  it('lists every invalid field once, in the order of the contract', async () => {
    const bot = await operator.bot();
    const fields = { shardCount: 0.5, userCount: -1.5, zzz: 1, serverCount: '-1', botId: 5 };
    const all = ['botId', 'serverCount', 'userCount', 'shardCount'];
    const combinations = Array.from({ length: 15 }, (_, i) => all.filter((_, at) => (i + 1) & (1 << at)));
    for (const invalid of combinations) {
      const wrong = Object.entries(fields).filter(([name]) => invalid.includes(name));
      const valid = Object.entries(report(bot, { shardCount: 1 })).filter(
        ([name]) => !invalid.includes(name),
      );
      const json = Object.fromEntries([...wrong.reverse(), ...valid]);
      const details = issues(...invalid);
      expectFailure(await api.report(bot, { json }), 'invalid_body', { isAuthenticated: true, details });
    }
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: combinations.length });
  });
});
