import type { ComponentProps } from 'react';
import { cn } from './cn';
import type { Elements } from './elements';

type TableProps = {
  /** Its accessible name: what the table lists. */
  label: string;
  /** Shows rows as blocks on narrow screens; each cell then needs its `label`. */
  isStacked?: boolean;
  className?: string;
  children: Elements;
};

/** A table that scrolls horizontally in its own region, which can be focused so that arrow keys scroll it. */
export function Table({ label, isStacked = false, className, children }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      className={cn('relative w-full min-w-0 overflow-x-auto', className)}
    >
      <table className={cn('w-full border-collapse text-left text-sm', isStacked && 'table-stacked')}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  );
}

/** The class of a table that scrolls below its heads. */
export const SCROLLED = 'max-h-96 overflow-y-auto [&_th]:sticky [&_th]:top-0 [&_th]:bg-surface';

/** A row of 44 px. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={cn('row', className)} />;
}

type HeadProps = ComponentProps<'th'> & { isNumeric?: boolean };

/** A column header, aligned right for numbers. */
export function Head({ isNumeric = false, className, ...rest }: HeadProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={cn('cell border-b font-medium text-muted text-xs', isNumeric && 'text-right', className)}
    />
  );
}

type CellProps = ComponentProps<'td'> & {
  isNumeric?: boolean;
  /** The column's name, shown next to the value when rows are blocks. */
  label?: string;
};

/** A cell, aligned right for numbers. */
export function Cell({ isNumeric = false, label, className, children, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      data-label={label}
      className={cn('cell', isNumeric && 'text-right tabular-nums', className)}
    >
      <div>{children}</div>
    </td>
  );
}
