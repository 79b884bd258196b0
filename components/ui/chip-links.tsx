import { cn } from './cn';
import type { Elements } from './elements';
import { Link } from './link';
import { Num } from './num';

export type Chip = {
  readonly value: string;
  readonly label: string;
  readonly href: string;
  readonly icon?: Elements;
  readonly count?: number | undefined;
};

type ChipLinksProps = {
  label: string;
  /** The chosen one; `null` if the links lead to another page. */
  value: string | null;
  chips: readonly Chip[];
};

/** A filter of a list as links, so that it works without scripts and has an address. */
export const ChipLinks = ({ label, value: chosen, chips }: ChipLinksProps) => (
  <nav
    aria-label={label}
    className="-m-0.5 flex min-w-0 items-center gap-2 overflow-x-auto p-0.5 md:flex-wrap"
  >
    {chips.map(({ value, label: text, href, icon, count }) => (
      <Link
        key={value}
        href={href}
        scroll={false}
        aria-current={value === chosen ? 'true' : undefined}
        className={cn(
          'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-3 font-medium text-control max-md:h-9 [&_svg]:size-4',
          value === chosen
            ? 'border-action bg-action text-action-ink'
            : 'border-edge bg-surface text-ink hover:bg-hover',
        )}
      >
        {icon}
        <span>{text}</span>
        {count !== undefined && (
          <span className={value === chosen ? '' : 'text-muted'}>
            <Num value={count} />
          </span>
        )}
      </Link>
    ))}
  </nav>
);
