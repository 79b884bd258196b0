'use client';

import type { CSSProperties, ReactElement } from 'react';
import { ResponsiveContainer } from 'recharts';
import { cn } from './cn';
import type { Elements } from './elements';

/** The series of a chart: what each is called and its colour, which its marks use as `var(--color-<key>)`. */
export type ChartConfig = Readonly<Record<string, { readonly label: string; readonly color: string }>>;

type ChartContainerProps = { config: ChartConfig; className?: string; children: ReactElement };

/** A chart of recharts in the size of its place, with the colours of its series and the look of all charts. */
export function ChartContainer({ config, className, children }: ChartContainerProps) {
  const colors = Object.entries(config).map(([key, { color }]) => [`--color-${key}`, color]);
  return (
    <div
      data-slot="chart"
      style={Object.fromEntries(colors) as CSSProperties}
      // On paper a chart has the width of its place, not that of the screen.
      className={cn(
        'text-xs [&_.recharts-surface]:overflow-visible',
        'print:[&_.recharts-responsive-container>div]:size-full! print:[&_.recharts-wrapper]:size-full!',
        className,
      )}
    >
      <ResponsiveContainer width="100%" height="100%">
        {children}
      </ResponsiveContainer>
    </div>
  );
}

/** The values at one place of a chart. */
export type Reading = {
  readonly title: string;
  readonly lines: readonly {
    readonly name: string;
    readonly value: string;
    readonly detail: string | null;
    readonly swatch: Elements;
  }[];
};

/** The box with the values at the crosshair; above the plot on a touch screen, where a finger is on it. */
export const ChartTooltipContent = ({ title, lines }: Reading) => (
  <div className="w-52 rounded-inner border border-line-strong bg-surface px-2 py-1 text-xs pointer-coarse:-translate-y-full">
    <p className="text-muted">{title}</p>
    {lines.map(({ name, value, detail, swatch }) => (
      <div key={name}>
        <p className="flex items-center gap-2">
          {swatch}
          <span>{name}</span>
          <span className="ml-auto font-medium">{value}</span>
        </p>
        {detail !== null && <p className="text-right text-muted">{detail}</p>}
      </div>
    ))}
  </div>
);
