import type { ReactNode } from 'react';
import { SearchX } from '@/components/ui/icons';
import { PageHeader } from '@/components/ui/page-header';
import { Pagination } from '@/components/ui/pagination';
import { SearchBox } from '@/components/ui/search-box';
import { EmptyState } from '@/components/ui/states';
import { PAGE_SIZE, type PageQuery } from '@/lib/domain/paging';
import { listHref, pageLinks } from '@/lib/view/list-query';

type Props = {
  title: string;
  path: string;
  query: PageQuery;
  total: number;
  /** The plural noun of the listed things: "bots". */
  noun: string;
  searchLabel: string;
  actions?: ReactNode;
  /** A switch between related lists. */
  views?: ReactNode;
  /** Shown when the list is empty, not when a search finds nothing. */
  whenEmpty: ReactNode;
  children: ReactNode;
};

/** A long list whose search, sort order and page are in the URL. */
export function ListPage({ title, path, query, total, noun, searchLabel, ...rest }: Props) {
  const links = pageLinks({ page: query.page, total, pageSize: PAGE_SIZE }, (page) =>
    listHref(path, query, { page }),
  );
  const isSearched = query.text !== '';
  const keep = { sort: query.sort, dir: query.isDescending ? 'desc' : 'asc' };
  return (
    <>
      <PageHeader title={title} actions={rest.actions} />
      <div className="mb-4 flex flex-wrap items-center gap-4">
        {rest.views}
        <SearchBox label={searchLabel} action={path} value={query.text} keep={keep} />
      </div>
      <div className="mb-4 min-w-0 rounded border bg-surface">
        {total > 0 ? (
          rest.children
        ) : isSearched ? (
          <EmptyState title={`No ${noun} found`} icon={<SearchX />}>
            Nothing matches “{query.text}”.
          </EmptyState>
        ) : (
          rest.whenEmpty
        )}
      </div>
      <Pagination noun={noun} {...links} />
    </>
  );
}
