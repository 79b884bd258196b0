import { expect, it } from 'vitest';
import { onEveryServer } from '../../support/process/api-server';
import { expectFailure } from '../../support/process/envelope';
import { report } from '../../support/process/requests';

const NUMBERS = ['serverCount', 'userCount', 'shardCount'] as const;
const MAX = { serverCount: 10_000_000, userCount: 10_000_000_000, shardCount: 100_000 };

const issue = (path: string) => ({ path, message: expect.stringMatching(/^\S.*\.$/) });

/** Raw JSON values. */
const notNumbers = ['"4"', '""', 'true', 'false', 'null', '{}', '[]', '[4]', '4.5', '-1', '-0.5', '1e-1'];
const tooLarge = ['1e309', '9007199254740993', '1e300', '18446744073709551616'];

onEveryServer((site) => {
  const { operator } = site;

  for (const field of NUMBERS) {
    const faulty = [...notNumbers, ...tooLarge, `${MAX[field] + 1}`, `${MAX[field]}.5`];
    if (field === 'shardCount') faulty.push('0', '-0', '0.0');

    it.each(faulty)(`refuses ${field} = %s`, async (json) => {
      const bot = await operator.bot();
      const body = `{"botId":"${bot.id}","serverCount":1,"userCount":1,"shardCount":1,"${field}":${json}}`;
      expectFailure(await site.report(bot, { body }), 'invalid_body', {
        isAuthenticated: true,
        details: { issues: [issue(field)] },
      });
      expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: 1, reports: [] });
    });
  }

  const ids = [
    ...['null', 'true', '{}', '[]', '12345678901234567', '1234567890123456789', '""', '" "'],
    ...['"1234567890123456"', '"123456789012345678901"', '"01234567890123456"', '"18446744073709551616"'],
    ...['"99999999999999999999"', '"-12345678901234567"', '"+1234567890123456"', '"1234567890123456a"'],
    ...['"12345678901234567\\n"', '" 12345678901234567"', '"12345678901234567 "', '"1234567890123456.0"'],
    ...['"1e17"', '"0x123456789012345"', '"١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧"', '"12345678901234567\\u0000"'],
  ];
  it.each(ids)('refuses botId = %s', async (json) => {
    const bot = await operator.bot();
    const body = `{"botId":${json},"serverCount":1,"userCount":1}`;
    expectFailure(await site.report(bot, { body }), 'invalid_body', {
      isAuthenticated: true,
      details: { issues: [issue('botId')] },
    });
  });

  it.each(['null', 'true', '1', '"text"', '[]', '[{}]'])(
    'refuses %s, which is not an object',
    async (body) => {
      const bot = await operator.bot();
      expectFailure(await site.report(bot, { body }), 'invalid_body', {
        isAuthenticated: true,
        details: { issues: [issue('')] },
      });
    },
  );

  it.each(['botId', 'serverCount', 'userCount'])('refuses a body without %s', async (field) => {
    const bot = await operator.bot();
    expectFailure(await site.report(bot, { json: report(bot, { [field]: undefined }) }), 'invalid_body', {
      isAuthenticated: true,
      details: { issues: [issue(field)] },
    });
  });

  it('lists every invalid field once, in the order of the contract', async () => {
    const bot = await operator.bot();
    const fields = { shardCount: 0.5, userCount: -1.5, zzz: 1, serverCount: '-1', botId: 5 };
    const all = ['botId', 'serverCount', 'userCount', 'shardCount'];
    const combinations = Array.from({ length: 15 }, (_, i) => all.filter((_, at) => (i + 1) & (1 << at)));
    for (const wrong of combinations) {
      const faults = Object.entries(fields).filter(([name]) => wrong.includes(name));
      const good = Object.entries(report(bot, { shardCount: 1 })).filter(([name]) => !wrong.includes(name));
      const json = Object.fromEntries([...faults.reverse(), ...good]);
      expectFailure(await site.report(bot, { json }), 'invalid_body', {
        isAuthenticated: true,
        details: { issues: wrong.map(issue) },
      });
    }
    expect(await operator.state(bot.id)).toMatchObject({ used: 0, rejected: combinations.length });
  });

  it('lists all required fields for an empty object', async () => {
    const bot = await operator.bot();
    expectFailure(await site.report(bot, { json: {} }), 'invalid_body', {
      isAuthenticated: true,
      details: { issues: ['botId', 'serverCount', 'userCount'].map(issue) },
    });
  });

  it('takes no field from a prototype', async () => {
    const bot = await operator.bot();
    const body = `{"botId":"${bot.id}","userCount":1,"__proto__":{"serverCount":4}}`;
    expectFailure(await site.report(bot, { body }), 'invalid_body', {
      isAuthenticated: true,
      details: { issues: [issue('serverCount')] },
    });
  });
});
