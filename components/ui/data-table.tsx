import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Elements } from '@/components/ui/elements';
import type { PageQuery } from '@/lib/domain/text/paging';
import { listHref } from '@/lib/view/list-query';
import { cn } from './cn';
import { Link } from './link';
import { RowActions } from './row-actions';
import { Cell, Head, Row, Table } from './table';

export type Column<Item> = {
  /** Its head, and the name next to its values where rows are blocks. */
  readonly header: string;
  readonly cell: (item: Item) => ReactNode;
  readonly isNumeric?: boolean;
  readonly className?: string | undefined;
  readonly headClassName?: string | undefined;
  /** The whole text of a cell that may be cut. */
  readonly title?: (item: Item) => string | undefined;
  /** The name of its order in the URL, if the list can be sorted by it. */
  readonly sort?: string;
  /** What the first click on its head gives: what one looks for first. */
  readonly isDescendingFirst?: boolean;
};

type Props<Item> = {
  /** Its accessible name: what the table lists. */
  label: string;
  columns: readonly (Column<Item> | false)[];
  rows: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** The controls at the end of a row. */
  actions?: ((item: Item) => ReactNode) | undefined;
  /** Further rows, below those of the items. */
  footer?: Elements;
  /** The list whose order is in the URL. */
  sorted?: { readonly path: string; readonly query: PageQuery };
  /** `false` for few and narrow columns, which fit a phone side by side. */
  isStacked?: boolean;
  className?: string;
};

/** A table of equal rows; its last column are their actions. */
export function DataTable<Item>({
  label,
  rows,
  keyOf,
  actions,
  footer,
  sorted,
  isStacked = true,
  className,
  ...rest
}: Props<Item>) {
  const columns = rest.columns.filter((column) => column !== false);
  return (
    <Table label={label} isStacked={isStacked} {...(className && { className })}>
      <thead>
        <tr>
          {columns.map(
            ({ header, sort, isNumeric = false, headClassName, isDescendingFirst = false }, at) => (
              <Head
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                key={at}
                isNumeric={isNumeric}
                className={headClassName}
                aria-sort={sorted && sort === sorted.query.sort ? order(sorted.query) : undefined}
              >
                {sorted && sort ? (
                  <SortLink {...sorted} {...{ sort, isDescendingFirst }} text={header} />
                ) : (
                  header
                )}
              </Head>
            ),
          )}
          {actions && (
            <Head>
              <span className="sr-only">Actions</span>
            </Head>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={keyOf(row)}>
            {columns.map(({ header, cell, isNumeric = false, className, title }, at) => (
              <Cell
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                key={at}
                {...(isStacked && { label: header })}
                isNumeric={isNumeric}
                className={className}
                title={title?.(row)}
              >
                {cell(row)}
              </Cell>
            ))}
            {actions && (
              <Cell className="text-right">
                <RowActions>{actions(row)}</RowActions>
              </Cell>
            )}
          </Row>
        ))}
        {footer}
      </tbody>
    </Table>
  );
}

const order = ({ isDescending }: PageQuery) => (isDescending ? 'descending' : 'ascending');

type SortProps = { path: string; query: PageQuery; sort: string; isDescendingFirst: boolean; text: string };

/** A link, so that it works without scripts. */
function SortLink({ path, query, sort, isDescendingFirst, text }: SortProps) {
  const isSorted = query.sort === sort;
  const Arrow = query.isDescending ? ArrowDown : ArrowUp;
  return (
    <Link
      href={listHref(path, query, { sort, isDescending: isSorted ? !query.isDescending : isDescendingFirst })}
      className={cn(
        'inline-flex h-6 items-center gap-1 rounded-inner hover:text-ink',
        isSorted && 'text-ink',
      )}
    >
      <span>{text}</span>
      {isSorted && <Arrow className="size-4" />}
    </Link>
  );
}
