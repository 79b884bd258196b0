import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: string;
  /** Shown next to the title: badges, an id. */
  meta?: ReactNode;
  /** Shown on the right: buttons and links. */
  actions?: ReactNode;
};

/** The title of a page, with badges and actions. */
export function PageHeader({ title, meta, actions }: PageHeaderProps) {
  return (
    <div className="head mb-4 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
      <h1 className="in-bar" title={title}>
        <bdi>{title}</bdi>
      </h1>
      {meta && <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-muted">{meta}</div>}
      {actions && <div className="ml-auto flex shrink-0 flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
