import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '@/lib/domain/bots/account';
import { BOT_SORTS, countStates, type ListedBot, selectBots } from '@/lib/domain/bots/bot-list';
import { BOT_STATES, type BotState, type BotStateName } from '@/lib/domain/bots/bot-state';
import type { PageQuery } from '@/lib/domain/text/paging';
import { accountWith, REPORT, T0 } from '@/tests/support/data/accounts';
import { ALL_BOTS } from '@/tests/support/data/fixtures';

const withTimes = (name: BotStateName): BotState =>
  ({ name, untilMs: T0, sinceMs: T0, limitMs: 1, atMs: T0, reason: null }) as BotState;

const bot = (state: BotStateName, name: string, over: Partial<Account> = {}): ListedBot => ({
  account: accountWith({ botId: `1${name}`, name, ...over }),
  state: withTimes(state),
  isPinned: false,
  role: null,
});
const used = (count: number) => ({ cycle: { index: 0, used: count } });
const reportAt = (atMs: number) => ({ lastReport: { ...REPORT, atMs } });

const BOTS = [
  bot('healthy', 'Ümlaut', { ...used(9), lastReport: { ...REPORT, atMs: T0 + 2, serverCount: 9e6 } }),
  bot('new', 'Bot 10'),
  bot('warning', 'bot 2', { ...used(1_300), ...reportAt(T0) }),
  bot('disabled', 'Zed', { lastReport: { ...REPORT, atMs: T0 + 3, serverCount: 8e6 } }),
  bot('critical', 'Anna', { ...used(1_430), ...reportAt(T0 + 1) }),
  bot('critical', 'Bea', { ...used(1_440), ...reportAt(T0 + 1) }),
  bot('silent', 'Quiet', { ...used(700), ...reportAt(T0 - 9) }),
  bot('planned', 'Resting', reportAt(T0 - 8)),
  bot('waiting', 'Back', reportAt(T0 - 7)),
  bot('stopped', 'Anna 2', { ...used(1_500), ...reportAt(T0 - 5) }),
];
describe('the list of own bots', () => {
  it.each<[string, Partial<PageQuery>, string]>([
    ['worst first', {}, 'Anna 2, Quiet, Bea, Anna, bot 2, Zed, Bot 10, Back, Resting, Ümlaut'],
    [
      'best first',
      { isDescending: true },
      'Ümlaut, Resting, Back, Bot 10, Zed, bot 2, Anna, Bea, Quiet, Anna 2',
    ],
    ['by name', { sort: 'name' }, 'Anna, Anna 2, Back, Bea, bot 2, Bot 10, Quiet, Resting, Ümlaut, Zed'],
    [
      'most used first',
      { sort: 'use', isDescending: true },
      'Anna 2, Bea, Anna, bot 2, Quiet, Ümlaut, Back, Bot 10, Resting, Zed',
    ],
    [
      'oldest report first',
      { sort: 'report' },
      'Bot 10, Quiet, Resting, Back, Anna 2, bot 2, Anna, Bea, Ümlaut, Zed',
    ],
    ['of one state', { filters: { state: 'critical' } }, 'Bea, Anna'],
    ['whose silence is planned', { filters: { state: 'planned' } }, 'Resting'],
    ['healthy, and no other', { filters: { state: 'healthy' } }, 'Ümlaut'],
    [
      'all for what is no state',
      { filters: { state: 'bad' } },
      'Anna 2, Quiet, Bea, Anna, bot 2, Zed, Bot 10, Back, Resting, Ümlaut',
    ],
    [
      'most servers first',
      { sort: 'servers', isDescending: true },
      'Ümlaut, Zed, Anna, Anna 2, Back, Bea, bot 2, Quiet, Resting, Bot 10',
    ],
    ['with a part of the name in any case', { text: ' ANN ' }, 'Anna 2, Anna'],
    ['of a state with a text', { text: 'an', filters: { state: 'critical' } }, 'Anna'],
    ['with a part of the id', { text: '1bot' }, 'bot 2'],
  ])('is sorted and filtered: %s', (_, query, names) => {
    const found = selectBots(BOTS, { ...ALL_BOTS, ...query });
    expect(found.map(({ account }) => account.name).join(', ')).toBe(names);
  });

  it.each(BOT_SORTS)('has pinned bots first, by %s in either order', (sort) => {
    const bots = BOTS.map((each, at) => ({ ...each, isPinned: at % 3 === 0 }));
    for (const isDescending of [true, false]) {
      const query = { ...ALL_BOTS, sort, isDescending };
      const listed = selectBots(bots, query);
      const inOrder = selectBots(BOTS, query).map(({ account }) => account);
      const pins = listed.map(({ isPinned }) => isPinned);
      expect(pins.toSorted((a, b) => Number(b) - Number(a))).toEqual(pins);
      for (const isPinned of [true, false]) {
        const part = listed.filter((one) => one.isPinned === isPinned).map(({ account }) => account);
        expect(part).toEqual(inOrder.filter((account) => part.includes(account)));
      }
    }
  });

  it('has every bot once in every order, and each state’s count', () => {
    const anyBot = fc
      .tuple(fc.constantFrom(...BOT_STATES), fc.string(), fc.nat(2_000), fc.uuid())
      .map(([state, name, count, botId]) => bot(state, name, { ...used(count), botId }));
    fc.assert(
      fc.property(
        fc.array(anyBot, { maxLength: 20 }),
        fc.constantFrom(...BOT_SORTS),
        fc.boolean(),
        (bots, sort, isDescending) => {
          const counts = countStates(bots);
          const listed = selectBots(bots, { ...ALL_BOTS, sort, isDescending });
          expect(new Set(listed)).toEqual(new Set(bots));
          expect(listed).toHaveLength(bots.length);
          for (const state of BOT_STATES) {
            const query = { ...ALL_BOTS, sort, isDescending, filters: { state } };
            expect(selectBots(bots, query)).toHaveLength(counts[state]);
          }
          expect(selectBots(bots.toReversed(), { ...ALL_BOTS, sort, isDescending })).toEqual(listed);
        },
      ),
      { numRuns: 300 },
    );
  });
});
