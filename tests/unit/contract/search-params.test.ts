import { describe, expect, it } from 'vitest';
import {
  activityParams,
  alertsParams,
  listParams,
  notificationsParams,
  overviewParams,
  pageParams,
  searchTextParams,
  votesParams,
} from '@/lib/contract/search-params';

const UUID = '0b0f3c0e-6f0c-4f0a-9a3e-0f2c6b1d7e5f';

describe('the search parameters of an address', () => {
  it('have a page from 1 to 100 000', () => {
    const pageOf = (page: unknown) => pageParams.parse({ page }).page;
    expect(['1', '2', '99999', '100000', '999999'].map(pageOf)).toEqual([1, 2, 99_999, 100_000, 100_000]);
    for (const given of ['0', '-1', '01', '1.5', '1e3', '1234567', '', ' 1', undefined, ['2', '3']])
      expect(pageOf(given)).toBe(1);
  });

  it('have what is searched without control characters, of at most 200', () => {
    const q = (given: unknown) => searchTextParams.parse({ q: given }).q;
    const given = ['a\0b', '\u001f\u007f', 'x'.repeat(201), ' a ', undefined, ['a']];
    expect(given.map(q)).toEqual(['ab', '', 'x'.repeat(200), ' a ', '', '']);
  });

  it.each<[object, isGiven: boolean, range: string, isCompared: boolean]>([
    [{}, false, '24h', false],
    [{ range: '7d', compare: '1' }, true, '7d', true],
    [{ range: 'toString', compare: '2' }, false, '24h', false],
    [{ from: '2026-02-01', to: '2026-02-03', range: '7d' }, true, '2026-02-01..2026-02-03', false],
    [{ from: '2026-02-03', to: '2026-02-01' }, false, '24h', false],
    [{ range: ['7d', '7d'] }, false, '24h', false],
  ])('have the range of %j', (given, isGiven, range, isCompared) => {
    expect(overviewParams.parse(given)).toEqual({ isGiven, range, isCompared });
  });

  it('have a kind and a range that exist', () => {
    const filter = (kind: unknown, range: unknown) => activityParams.parse({ kind, range });
    const rest = { key: null, error: null, page: 1 };
    const leapDay = '2024-02-29..2024-02-29';
    expect(filter('refused', leapDay)).toEqual({ kind: 'refused', range: leapDay, ...rest });
    for (const range of [
      '2026-02-30..2026-02-30',
      '2026-2-1..2026-2-1',
      '2026-02-01',
      '',
      [leapDay],
      undefined,
    ])
      expect(filter('x', range)).toEqual({ kind: 'all', range: null, ...rest });
    const days = { from: '2026-02-01', to: '2026-02-03' };
    expect(activityParams.parse(days).range).toBe('2026-02-01..2026-02-03');
  });

  it('have places and ids that can be those of rows', () => {
    expect(votesParams.parse({ before: `5.${UUID}`, source: UUID })).toEqual({
      source: UUID,
      range: null,
      before: { votedAtMs: 5, id: UUID },
    });
    expect(votesParams.parse({ before: '5.x', source: "'; --", range: '7' })).toEqual({
      source: null,
      before: null,
      range: null,
    });
    expect(
      notificationsParams.parse({ bot: '', kind: 'keys', unread: 'x', before: `7.evt_${UUID}`, open: ['a'] }),
    ).toEqual({
      bot: null,
      open: null,
      kind: 'keys',
      unread: false,
      before: { atMs: 7, eventId: `evt_${UUID}` },
    });
    expect(notificationsParams.parse({ unread: 'yes' }).unread).toBe(true);
    expect(alertsParams.parse({ webhook: ['a'], test: '' })).toEqual({ webhook: null, test: '', page: 1 });
  });

  it('have the order of a list, and its filters that are not empty', () => {
    const list = listParams({ sorts: ['name', 'time'], filters: ['owner', 'state'] });
    const first = { text: '', sort: 'name', isDescending: false, page: 1, filters: {} };
    expect(list.parse({})).toEqual(first);
    expect(list.parse({ sort: 'x', dir: 'up', page: '0', owner: ' ', other: 'a' })).toEqual(first);
    expect(list.parse({ q: 'a', sort: 'time', dir: 'desc', page: '2', state: ' silent ' })).toEqual({
      text: 'a',
      sort: 'time',
      isDescending: true,
      page: 2,
      filters: { state: 'silent' },
    });
    const latest = listParams({ sorts: ['time'], isDescendingByDefault: true });
    expect(latest.parse({}).isDescending).toBe(true);
    expect(latest.parse({ dir: 'asc' }).isDescending).toBe(false);
  });
});
