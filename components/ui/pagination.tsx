import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from './button';
import { buttonStyle } from './button-style';
import { Num } from './num';

type PaginationProps = {
  /** The plural noun of the listed things: "bots". */
  noun: string;
  /** The singular: "bot". */
  one: string;
  /** The numbers of the first and last item on this page, from 1 to `total`. */
  from: number;
  to: number;
  total: number;
  /** The URLs of the previous and next page; `null` at the ends. */
  previousHref: string | null;
  nextHref: string | null;
};

/** The position in a long list, with links to the previous and next page. */
export function Pagination({ noun, one, from, to, total, previousHref, nextHref }: PaginationProps) {
  return (
    <nav
      aria-label={`Pages of ${noun}`}
      className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm"
    >
      <p>
        {total === 0 ? (
          `No ${noun}`
        ) : (
          <span>
            {to - from + 1 < total && (
              <span>
                <Num value={from} />–<Num value={to} /> of{' '}
              </span>
            )}
            <span>
              <Num value={total} /> <span>{total === 1 ? one : noun}</span>
            </span>
          </span>
        )}
      </p>
      {(previousHref !== null || nextHref !== null) && (
        <div className="flex gap-2">
          <Step href={previousHref} label="Previous page" icon={<ChevronLeft />} />
          <Step href={nextHref} label="Next page" icon={<ChevronRight />} />
        </div>
      )}
    </nav>
  );
}

function Step({ href, label, icon }: { href: string | null; label: string; icon: React.ReactNode }) {
  if (href !== null) {
    return (
      <ButtonLink href={href} aria-label={label} className="w-8 px-0">
        {icon}
      </ButtonLink>
    );
  }
  return (
    <span aria-hidden="true" className={buttonStyle('secondary', 'md', 'w-8 px-0 opacity-40')}>
      {icon}
    </span>
  );
}
