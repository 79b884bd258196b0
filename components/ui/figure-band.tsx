import type { ReactNode } from 'react';

/** Figures side by side, divided by lines. */
export const FigureBand = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded border bg-line md:grid-cols-4">
    {children}
  </dl>
);

type FigureProps = {
  name: string;
  children: ReactNode;
  /** What it is compared with. */
  sub?: ReactNode;
};

export const Figure = ({ name, children, sub }: FigureProps) => (
  <div data-figure className="min-w-0 bg-surface px-4 py-3">
    <dt className="text-muted text-xs">{name}</dt>
    <dd>
      <span className="block font-semibold text-lg tabular-nums tracking-tight md:text-xl">{children}</span>
      {sub && <span className="block text-muted text-xs">{sub}</span>}
    </dd>
  </div>
);
