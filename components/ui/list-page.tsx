import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAGE_SIZE, type PageQuery } from '@/lib/domain/text/paging';
import { keptFields, listHref, pageLinks } from '@/lib/view/list-query';
import { ButtonLink } from './button';
import { type Chip, ChipLinks } from './chip-links';
import type { Elements } from './elements';
import { PageHeader } from './page-header';
import { Pagination } from './pagination';
import { SearchBox } from './search-box';
import { EmptyState } from './states';

type Props = {
  title: string;
  path: string;
  query: PageQuery;
  total: number;
  /** Of all states. */
  all?: number;
  pageSize?: number;
  /** The plural noun of the listed things: "bots". */
  noun: string;
  /** The singular: "bot". */
  one: string;
  searchLabel: string;
  actions?: ReactNode;
  /** Shown between the title and the search. */
  above?: Elements;
  /** The states that the list can be limited to. */
  states?: readonly Omit<Chip, 'href'>[];
  /** A switch between related lists. */
  views?: Elements;
  /** Further conditions, next to the search. */
  filter?: Elements;
  /** Says that nothing passes the filter. */
  whenFiltered?: string | undefined;
  /** `false` for a list that is seen at a glance: no search and no filters. */
  hasTools?: boolean;
  /** Shown when the list is empty, not when a search finds nothing. */
  whenEmpty: Elements;
  children: Elements;
};

/** A long list whose search, sort order and page are in the URL. */
export function ListPage({ title, path, query, total, noun, one, searchLabel, ...rest }: Props) {
  const { pageSize = PAGE_SIZE, whenFiltered = 'Nothing passes the filter.', hasTools = true } = rest;
  const links = pageLinks({ page: query.page, total, pageSize }, (page) => listHref(path, query, { page }));
  const isFiltered = Object.keys(query.filters ?? {}).length > 0;
  const isSearched = query.text !== '' || isFiltered;
  return (
    <>
      <PageHeader title={title} actions={rest.actions} />
      {rest.above}
      <div className="mb-4 min-w-0 rounded border bg-surface">
        {hasTools && (total > 0 || isSearched) && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3">
            {rest.views}
            {rest.states && (
              <ChipLinks
                label="State"
                value={query.filters?.state ?? ''}
                chips={[{ value: '', label: 'All', count: rest.all }, ...rest.states].map((chip) => ({
                  ...chip,
                  href: listHref(path, query, { filters: withState(query, chip.value) }),
                }))}
              />
            )}
            {rest.filter}
            <SearchBox
              label={searchLabel}
              action={path}
              value={query.text}
              keep={keptFields(query)}
              className="sm:ml-auto sm:w-44"
            />
          </div>
        )}
        {total > 0 ? (
          rest.children
        ) : isSearched ? (
          <EmptyState
            title={`No ${noun} found`}
            icon={<SearchX />}
            actions={<ButtonLink href={path}>{`Show all ${noun}`}</ButtonLink>}
          >
            {query.text === '' ? whenFiltered : `Nothing matches “${query.text}”.`}
          </EmptyState>
        ) : (
          rest.whenEmpty
        )}
      </div>
      <Pagination {...{ noun, one }} {...links} />
    </>
  );
}

function withState({ filters }: PageQuery, state: string): Readonly<Record<string, string>> {
  const { state: _, ...others } = filters ?? {};
  return state === '' ? others : { ...others, state };
}
