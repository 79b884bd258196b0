import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownBotsParams } from '@/lib/contract/own-bots';
import { ownBotsFields } from '@/lib/contract/search-params';
import { BOT_SORTS } from '@/lib/domain/bots/bot-list';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import { ownBotsHref } from '@/lib/view/own-bots';
import { ALL_BOTS } from '@/tests/support/data/fixtures';

const parse = (params: object) => ownBotsFields.parse(params);

describe('the query of the list of own bots', () => {
  it('is the same after it was written to an address and read', () => {
    const anyQuery = fc.record({
      text: fc.string({ maxLength: 200, unit: 'grapheme-ascii' }),
      state: fc.constantFrom(null, ...BOT_STATES),
      sort: fc.constantFrom(...BOT_SORTS),
      isDescending: fc.boolean(),
      page: fc.integer({ min: 1, max: 100_000 }),
    });
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(parse(Object.fromEntries(ownBotsParams(query)))).toEqual(query);
      }),
    );
  });

  it('is the default for invalid parts', () => {
    const wrong = { q: ['a', 'b'], state: 'bad', sort: 'toString', dir: 'up', page: '0' };
    for (const params of [{}, wrong]) expect(parse(params)).toEqual(ALL_BOTS);
    expect(ownBotsHref(ALL_BOTS, {})).toBe('/bots');
  });

  it('goes back to page 1 with a change of anything else', () => {
    const query = { ...ALL_BOTS, text: 'a b', page: 7 };
    expect(ownBotsHref(query, { state: 'silent' })).toBe('/bots?q=a+b&state=silent');
    expect(ownBotsHref(query, { page: 8 })).toBe('/bots?q=a+b&page=8');
  });
});
