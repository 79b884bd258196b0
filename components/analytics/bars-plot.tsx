'use client';

import { Crosshair } from '@/components/charts/crosshair';
import { PlotFrame, percent } from '@/components/charts/plot-frame';
import { CAPTION_PX } from '@/components/charts/plot-size';
import { Swatch } from '@/components/charts/swatch';
import { useReader } from '@/components/ui/reader';
import type { Bar } from '@/lib/view/analytics';
import { changeBars, type PlacedChange } from '@/lib/view/charts/change-bars';
import { markup } from '@/lib/view/markup';
import { signedText } from '@/lib/view/numbers';

const HEIGHT_PX = 140;

type BarsPlotProps = {
  /** The accessible name: what is drawn, in a sentence. */
  label: string;
  bars: readonly Bar[];
  color: string;
  /** What the bars are. */
  name: string;
  beforeName?: string;
};

/** Changes as bars from zero, beside those of the period before if there are any. The table has the numbers. */
export function BarsPlot({ label, bars, color, name, beforeName }: BarsPlotProps) {
  const { locale } = useReader();
  const { axis, groups } = changeBars(bars, HEIGHT_PX);
  const beforeColor = `color-mix(in srgb, ${color} 40%, transparent)`;
  const hasBefore = beforeName !== undefined && bars.some(({ before }) => before !== null);
  const kinds = [
    ...(hasBefore ? [{ key: 'before' as const, name: beforeName, fill: beforeColor }] : []),
    { key: 'value' as const, name, fill: color },
  ];
  const labels = groups.map((group) => ({ at: group.middle, text: shortName(group.name) }));
  return (
    <Crosshair
      label={label}
      ids={groups.map((_, at) => at)}
      positions={groups.map(({ middle }) => middle)}
      topPx={CAPTION_PX}
      bottomPx={CAPTION_PX + HEIGHT_PX}
      readingAt={(at) => {
        const bar = bars[at];
        if (bar === undefined) return null;
        const lines = kinds.map(({ key, name, fill }) => ({
          name,
          value: textOf(bar[key], locale),
          detail: null,
          swatch: <Swatch color={fill} />,
        }));
        return { title: bar.name, lines };
      }}
    >
      <PlotFrame
        caption={
          hasBefore ? (
            <span className="flex gap-4">
              {kinds.map(({ key, name, fill }) => (
                <span key={key} className="flex items-center gap-2">
                  <Swatch color={fill} />
                  <span>{name}</span>
                </span>
              ))}
            </span>
          ) : (
            name
          )
        }
        label={label}
        axis={axis}
        base={0}
        heightPx={HEIGHT_PX}
        labels={{ wide: labels, narrow: labels }}
        plot={markup`${kinds.map(
          ({ key, fill }) => markup`<g fill="${fill}">${groups.map((group) => barMarkup(group[key]))}</g>`,
        )}`}
      />
    </Crosshair>
  );
}

const barMarkup = (bar: PlacedChange | null) =>
  bar === null
    ? markup``
    : markup`<rect x="${percent(bar.left)}" width="${percent(bar.width)}" y="${bar.top}" height="${bar.height}"/>`;

const textOf = (change: number | null, locale: string): string =>
  change === null ? 'Not known' : signedText(change, locale);

/** `Mon`, and `24 hours` as it is. */
const shortName = (name: string): string => (name.endsWith('day') ? name.slice(0, 3) : name);
