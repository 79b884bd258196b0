import { ArrowDown, ArrowUp } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { Head } from '@/components/ui/table';
import { type ListQuery, listHref } from '@/lib/view/list-query';

type Props = {
  path: string;
  query: ListQuery;
  /** The name of this column's order in the address. */
  sort: string;
  isNumeric?: boolean;
  children: string;
};

/** The head of a column that a list can be sorted by: a link, so that it works without scripts. */
export function SortHead({ path, query, sort, isNumeric = false, children }: Props) {
  const isSorted = query.sort === sort;
  const Arrow = query.isDescending ? ArrowDown : ArrowUp;
  return (
    <Head
      isNumeric={isNumeric}
      aria-sort={isSorted ? (query.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <Link
        href={listHref(path, query, { sort, isDescending: isSorted && !query.isDescending })}
        className="inline-flex h-6 items-center gap-1 rounded-inner hover:text-ink"
      >
        {children}
        {isSorted && <Arrow className="size-4" aria-hidden="true" />}
      </Link>
    </Head>
  );
}
