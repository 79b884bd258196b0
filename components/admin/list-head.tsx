import { ArrowDown, ArrowUp } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { Head } from '@/components/ui/table';
import type { PageQuery } from '@/lib/domain/text/paging';
import { listHref } from '@/lib/view/list-query';

type Props = {
  path: string;
  query: PageQuery;
  /** The name of this column's sort order in the URL. */
  sort: string;
  isNumeric?: boolean;
  className?: string;
  children: string;
};

/** A column header that sorts the list: a link, so that it works without scripts. */
export function SortHead({ path, query, sort, isNumeric = false, className, children }: Props) {
  const isSorted = query.sort === sort;
  const Arrow = query.isDescending ? ArrowDown : ArrowUp;
  return (
    <Head
      isNumeric={isNumeric}
      className={className}
      aria-sort={isSorted ? (query.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <Link
        href={listHref(path, query, { sort, isDescending: isSorted && !query.isDescending })}
        className="inline-flex h-6 items-center gap-1 rounded-inner hover:text-ink"
      >
        <span>{children}</span>
        {isSorted && <Arrow className="size-4" />}
      </Link>
    </Head>
  );
}
