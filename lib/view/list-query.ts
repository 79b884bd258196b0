import type { PageQuery } from '@/lib/domain/text/paging';

/** The URL of a list; any change but of the page goes back to page 1. With the query itself as the change it is the same page. */
export function listHref(path: string, query: PageQuery, change: Partial<PageQuery>): string {
  const next = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (next.text !== '') params.set('q', next.text);
  for (const [name, value] of Object.entries(next.filters ?? {})) params.set(name, value);
  params.set('sort', next.sort);
  params.set('dir', next.isDescending ? 'desc' : 'asc');
  if (next.page > 1) params.set('page', String(next.page));
  return `${path}?${params}`;
}

/** What a search form keeps of a list's query: all but the text and the page. */
export const keptFields = ({ sort, isDescending, filters }: PageQuery): Readonly<Record<string, string>> => ({
  ...filters,
  sort,
  dir: isDescending ? 'desc' : 'asc',
});

/** The position in a list, and links to the neighbouring pages. */
export function pageLinks(
  { page, total, pageSize }: { page: number; total: number; pageSize: number },
  hrefOf: (page: number) => string,
) {
  const to = Math.min(total, page * pageSize);
  return {
    from: total === 0 ? 0 : (page - 1) * pageSize + 1,
    to,
    total,
    previousHref: page > 1 ? hrefOf(page - 1) : null,
    nextHref: to < total ? hrefOf(page + 1) : null,
  };
}
