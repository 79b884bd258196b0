import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownBotsParams } from '@/lib/contract/search-params';
import { BOT_SORTS } from '@/lib/domain/bots/bot-list';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import { listHref } from '@/lib/view/list-query';
import { ALL_BOTS } from '@/tests/support/data/fixtures';

describe('the address of a list', () => {
  it('has the same query when it is read again', () => {
    const anyQuery = fc.record({
      text: fc.string({ maxLength: 200, unit: 'grapheme-ascii' }),
      filters: fc.constantFrom({}, ...BOT_STATES.map((state) => ({ state }))),
      sort: fc.constantFrom(...BOT_SORTS),
      isDescending: fc.boolean(),
      page: fc.integer({ min: 1, max: 100_000 }),
    });
    fc.assert(
      fc.property(anyQuery, (query) => {
        const { searchParams } = new URL(listHref('/bots', query, query), 'http://x');
        expect(ownBotsParams.parse(Object.fromEntries(searchParams))).toEqual(query);
      }),
    );
  });

  it('has the default for what is invalid', () => {
    const wrong = { q: ['a', 'b'], state: ['bad'], sort: 'toString', dir: 'up', page: '0' };
    for (const params of [{}, wrong]) expect(ownBotsParams.parse(params)).toEqual(ALL_BOTS);
  });

  it('goes back to page 1 with a change of anything else', () => {
    const query = { ...ALL_BOTS, text: 'a b', page: 7 };
    const filters = { state: 'silent' };
    expect(listHref('/bots', query, { filters })).toBe('/bots?q=a+b&state=silent&sort=state&dir=asc');
    expect(listHref('/bots', query, { page: 8 })).toBe('/bots?q=a+b&sort=state&dir=asc&page=8');
  });
});
