/** The addresses of searched, sorted and paged lists: every state of a list has one. */

export type ListQuery = {
  readonly text: string;
  readonly sort: string;
  readonly isDescending: boolean;
  /** From 1. */
  readonly page: number;
};

type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The list that an address asks for; what it does not say, or says wrongly, is taken from `standard`. */
export function readListQuery(params: Params, sorts: readonly string[], standard: ListQuery): ListQuery {
  const one = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined);
  const sort = one('sort');
  const page = Number(one('page'));
  const isKnown = sort !== undefined && sorts.includes(sort);
  return {
    text: (one('q') ?? standard.text).slice(0, 200),
    sort: isKnown ? sort : standard.sort,
    isDescending: isKnown ? one('order') === 'desc' : standard.isDescending,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The address of a list. */
export function listHref(path: string, { text, sort, isDescending, page }: ListQuery): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('q', text);
  params.set('sort', sort);
  if (isDescending) params.set('order', 'desc');
  if (page > 1) params.set('page', String(page));
  return `${path}?${params}`;
}

/** The address of the list sorted by `sort`: turned round when it already is; from its first page. */
export const sortHref = (path: string, query: ListQuery, sort: string): string =>
  listHref(path, {
    ...query,
    sort,
    isDescending: query.sort === sort && !query.isDescending,
    page: 1,
  });

export type PageSlice = {
  readonly from: number;
  readonly to: number;
  readonly previousHref: string | null;
  readonly nextHref: string | null;
};

/** Which rows of `total` a page shows, counted from 1, and where the pages beside it are. */
export function pageSlice(path: string, query: ListQuery, total: number, size: number): PageSlice {
  const before = (query.page - 1) * size;
  const pagesTotal = Math.max(1, Math.ceil(total / size));
  const at = (page: number) => listHref(path, { ...query, page });
  return {
    from: Math.min(total, before + 1),
    to: Math.min(total, before + size),
    previousHref: query.page > 1 ? at(Math.min(query.page - 1, pagesTotal)) : null,
    nextHref: before + size < total ? at(query.page + 1) : null,
  };
}
