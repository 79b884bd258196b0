import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { Pagination } from '@/components/ui/pagination';
import { SearchBox } from '@/components/ui/search-box';
import { EmptyState } from '@/components/ui/states';
import { type ListQuery, pageLinks } from '@/lib/view/list-query';

type Props = {
  title: string;
  path: string;
  query: ListQuery;
  total: number;
  pageSize: number;
  /** What is listed, in the plural: "bots". */
  noun: string;
  searchLabel: string;
  actions?: ReactNode;
  /** Shown when there is nothing at all, not just nothing found. */
  whenEmpty: ReactNode;
  children: ReactNode;
};

/** A long list with search, order and pages, all in the address. */
export function ListPage({ title, path, query, total, pageSize, noun, searchLabel, ...rest }: Props) {
  const links = pageLinks(path, query, total, pageSize);
  const isSearched = query.text !== '';
  const keep = { sort: query.sort, dir: query.isDescending ? 'desc' : 'asc' };
  return (
    <>
      <PageHeader title={title} actions={rest.actions} />
      <div className="mb-4">
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
