import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { cn } from './cn';

export type Crumb = { href: string; label: string };

/** Breadcrumbs: links to the parent pages, then the name of the current page unless it is the header's title. */
function Breadcrumbs({ crumbs, current }: { crumbs: readonly Crumb[]; current: string | undefined }) {
  return (
    <nav aria-label="Breadcrumbs" className="mb-1">
      <ol className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
        {crumbs.map(({ href, label }) => (
          <li key={href} className="flex min-w-0 items-center gap-2">
            <Link
              href={href}
              title={label}
              className="block max-w-60 truncate rounded-inner leading-6 underline-offset-4 hover:text-ink hover:underline"
            >
              <bdi>{label}</bdi>
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        {current !== undefined && <li aria-current="page">{current}</li>}
      </ol>
    </nav>
  );
}

type PageHeaderProps = {
  title: string;
  crumbs?: readonly Crumb[];
  /** The page's own name, if the title is that of the thing it is about. */
  current?: string | undefined;
  /** Shown next to the title: an id, badges. */
  meta?: ReactNode;
  /** Shown on the right: buttons and links. */
  actions?: ReactNode;
  /** Links to the other pages of the same thing: next to the title on wide screens, so that they need no height. */
  tabs?: ReactNode;
};

/** The title of a page, with breadcrumbs, badges and actions. */
export function PageHeader({ title, crumbs = [], current, meta, actions, tabs }: PageHeaderProps) {
  return (
    <div className="mb-4">
      {crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} current={current} />}
      <div
        className={cn(
          'flex flex-wrap items-start justify-between gap-x-6',
          tabs ? 'gap-y-1 lg:flex-nowrap' : 'gap-y-3 sm:flex-nowrap',
        )}
      >
        <div className="flex min-w-0 max-w-full flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="wrap-anywhere font-semibold text-lg">
            <bdi>{title}</bdi>
          </h1>
          {meta && <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">{meta}</div>}
        </div>
        {tabs && <div className="min-w-0 max-w-full shrink-0">{tabs}</div>}
        {actions && <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
