import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkReportBody } from '@/lib/contract/report-body';
import { anyReport, BOT_ID } from '@/tests/support/data/accounts';

const GOOD = { botId: BOT_ID, serverCount: 4, userCount: 273, shardCount: 2 };

function pathsOf(value: unknown): string[] | null {
  const checked = checkReportBody(value);
  return checked.ok ? null : checked.issues.map(({ path }) => path);
}

describe('the body of a report (contract section 3)', () => {
  it('is taken as it is when every field is within its rule', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(checkReportBody({ botId: BOT_ID, ...report })).toEqual({
          ok: true,
          value: { botId: BOT_ID, ...report },
        });
      }),
    );
  });

  it('shardCount is 1 unless given; unknown fields are dropped', () => {
    const { shardCount: _, ...short } = GOOD;
    const sent = { ...short, timestamp: 'x', lang: ['de'], used: 0, plan: 'business', __proto__: null };
    expect(checkReportBody(sent)).toEqual({ ok: true, value: { ...short, shardCount: 1 } });
  });

  for (const [field, min, max] of [
    ['serverCount', 0, 10_000_000],
    ['userCount', 0, 10_000_000_000],
    ['shardCount', 1, 100_000],
  ] as const) {
    it.each([
      [min - 1, false],
      [min, true],
      [min + 1, true],
      [max - 1, true],
      [max, true],
      [max + 1, false],
      [min + 0.5, false],
      [-0.5, false],
      [2 ** 53 + 2, false],
      [Number.POSITIVE_INFINITY, false],
      [Number.NaN, false],
      ['1', false],
      ['', false],
      [true, false],
      [null, false],
      [[1], false],
      [{}, false],
    ])(`${field} = %j is accepted: %s`, (value, isAccepted) => {
      expect(pathsOf({ ...GOOD, [field]: value })).toEqual(isAccepted ? null : [field]);
    });

    it(`${field} is judged by value after parsing: 4.0, 1e3 and -0`, () => {
      const body = (text: string) =>
        checkReportBody(JSON.parse(`{"botId":"${BOT_ID}","serverCount":1,"userCount":1,"${field}":${text}}`));
      expect(body('4.0')).toMatchObject({ value: { [field]: 4 } });
      expect(body('1e3')).toMatchObject({ value: { [field]: 1_000 } });
      const zero = body('-0');
      if (min === 0) expect(zero.ok && Object.is(zero.value[field], 0)).toBe(true);
      else expect(zero.ok).toBe(false);
    });
  }

  it.each([
    ['a JSON number', Number('1234567890123456789')],
    ['a short one', '1234567890123456'],
    ['one beyond 64 bits', '18446744073709551616'],
    ['an empty one', ''],
    ['null', null],
    ['none', undefined],
  ])('botId: %s is refused', (_, botId) => {
    expect(pathsOf({ ...GOOD, botId })).toEqual(['botId']);
  });

  it('every faulty field gives one issue, in the order of the contract, whatever the order sent', () => {
    expect(pathsOf({})).toEqual(['botId', 'serverCount', 'userCount']);
    expect(pathsOf({ shardCount: 0, userCount: -1.5, serverCount: null, botId: 1 })).toEqual([
      'botId',
      'serverCount',
      'userCount',
      'shardCount',
    ]);
  });

  it.each([null, [], [GOOD], 'text', 1, true, undefined])(
    '%j is no object: one issue with an empty path',
    (value) => {
      expect(pathsOf(value)).toEqual(['']);
    },
  );

  it('every issue is one sentence that does not repeat what was sent', () => {
    const checked = checkReportBody({ botId: 'secret-1', serverCount: 'secret-2', userCount: 'secret-3' });
    expect(checked.ok).toBe(false);
    expect(JSON.stringify(checked)).not.toContain('secret');
  });
});
