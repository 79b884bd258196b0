/** How a long list is asked for in an address: `?q=…&sort=…&dir=desc&page=2`. */
export type ListQuery = {
  readonly text: string;
  readonly sort: string;
  readonly isDescending: boolean;
  readonly page: number;
};

type Params = Readonly<Record<string, string | string[] | undefined>>;

const PAGE_MAX = 100_000;

/** The query of an address; what is missing or makes no sense is the default. */
export function parseListQuery(
  params: Params,
  sorts: readonly string[],
  isDescendingFirst = false,
): ListQuery {
  const one = (name: string) => {
    const value = params[name];
    return typeof value === 'string' ? value : '';
  };
  const sort = sorts.find((s) => s === one('sort')) ?? sorts[0] ?? '';
  const dir = one('dir');
  return {
    // No name holds a control character, and no database a NUL.
    text: one('q')
      .replace(/\p{Cc}/gu, '')
      .slice(0, 200),
    sort,
    isDescending: dir === 'desc' || (dir !== 'asc' && isDescendingFirst),
    page: parsePage(one('page')),
  };
}

/** A page number as an address has it; 1 when it makes no sense. */
export const parsePage = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), PAGE_MAX) : 1;

/** The address of a list; a change of anything but the page goes back to the first. */
export function listHref(path: string, query: ListQuery, change: Partial<ListQuery>): string {
  const next = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (next.text !== '') params.set('q', next.text);
  params.set('sort', next.sort);
  params.set('dir', next.isDescending ? 'desc' : 'asc');
  if (next.page > 1) params.set('page', String(next.page));
  return `${path}?${params}`;
}

/** Where one is in the list, and the addresses of the pages around. */
export function pageLinks(path: string, query: ListQuery, total: number, pageSize: number) {
  const from = total === 0 ? 0 : (query.page - 1) * pageSize + 1;
  const to = Math.min(total, query.page * pageSize);
  return {
    from,
    to,
    total,
    previousHref: query.page > 1 ? listHref(path, query, { page: query.page - 1 }) : null,
    nextHref: to < total ? listHref(path, query, { page: query.page + 1 }) : null,
  };
}
