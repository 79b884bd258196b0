'use client';

import dynamic from 'next/dynamic';
import { useContext, useEffect, useRef, useState } from 'react';
import { cn } from '@/components/ui/cn';
import type { Elements } from '@/components/ui/elements';
import { SERVER_READER, useIsHydrated } from '@/components/ui/reader';
import { Swatch } from '@/components/ui/swatch';
import { type ChartInput, MARGIN } from '@/lib/view/charts/chart';
import { chartOf } from '@/lib/view/charts/charts';
import { drawPlot } from '@/lib/view/charts/draw';
import { flagsOf, tagsOf } from '@/lib/view/charts/flags';
import { ActivePlace } from './crosshair';
import { Flags } from './flags';
import type { LivePlotProps } from './live-plot';

/** Without its code the drawing of the first HTML stays. */
const LivePlot = dynamic<LivePlotProps>(() => import('./live-plot').catch(() => ({ default: () => null })), {
  ssr: false,
});

/** Drawn on the server only, so that its code is in no page; a browser keeps what the first HTML has. */
const drawing = (input: ChartInput): string =>
  typeof window === 'undefined' ? drawPlot(chartOf(input, SERVER_READER)) : '';

type PlotProps = {
  /** The accessible name: what is drawn, in a sentence. */
  label: string;
  input: ChartInput;
  /** The height of the plot, in CSS. */
  height: string;
  /** Next to the names of series in the legend, by their keys. */
  values?: Readonly<Record<string, Elements>> | undefined;
  /** Above the plot, e.g. links. */
  children?: Elements;
};

/** One plot with its legend: drawn in the first HTML, then, once it is seen, by recharts in the same place. */
export function Plot({ label, input, height, values, children }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(box);
  const isHydrated = useIsHydrated();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const { at, reading, plot } = useContext(ActivePlace);
  const flags = input.kind === 'history' ? flagsOf(input.annotations, input) : [];
  const tags = input.kind === 'history' ? tagsOf(input.gaps ?? [], input.annotations, input) : [];
  const { bottom } = MARGIN;
  return (
    <div data-plot={label}>
      {input.kind === 'bars' && (
        <ul className="flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-muted text-xs">
          {input.series.map(({ key, name, color, kind }) => {
            const isOff = hidden.includes(key);
            const entry = {
              className: cn(
                'control -my-0.5 flex min-h-6 min-w-0 items-center gap-1.5 rounded-inner text-left',
                isHydrated && 'hover:text-ink',
                isOff && 'line-through opacity-60',
              ),
              children: (
                <>
                  <Swatch color={color} kind={kind} />
                  <span className="wrap-anywhere min-w-0">{name}</span>
                </>
              ),
            };
            const toggle = () => setHidden(isOff ? hidden.filter((each) => each !== key) : [...hidden, key]);
            return (
              <li key={key} className="flex min-w-0 max-w-full items-center gap-1.5">
                {isHydrated ? (
                  <button type="button" aria-pressed={!isOff} onClick={toggle} {...entry} />
                ) : (
                  <span {...entry} />
                )}
                {values?.[key] && <b className="font-medium text-ink">{values[key]}</b>}
              </li>
            );
          })}
        </ul>
      )}
      <div
        ref={box}
        style={{
          height: `calc(${height} + ${MARGIN.top + bottom}px)`,
          ...(flags.length > 0 && { marginTop: 24 }),
        }}
        className="@container relative has-[.recharts-yAxis]:[&_.drawn]:invisible"
      >
        <div role="img" aria-label={label} className="absolute inset-0 text-xs">
          <svg
            aria-hidden="true"
            className="drawn absolute overflow-visible"
            style={{
              left: MARGIN.left,
              top: MARGIN.top,
              width: `calc(100% - ${MARGIN.left + MARGIN.right}px)`,
              height: `calc(100% - ${MARGIN.top + bottom}px)`,
            }}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawPlot escapes its texts
            dangerouslySetInnerHTML={{ __html: drawing(input) }}
          />
          {isSeen && (
            <LivePlot input={input} hidden={hidden} activeAt={at} reading={plot === label ? reading : null} />
          )}
        </div>
        <div
          className="pointer-events-none absolute [&_a]:pointer-events-auto"
          style={{ left: MARGIN.left, right: MARGIN.right, top: MARGIN.top, bottom }}
        >
          <Flags {...{ flags, tags }} />
          {children}
        </div>
      </div>
    </div>
  );
}

/** Whether an element has been on the screen, or near it. */
function useIsSeen(element: { readonly current: Element | null }): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsSeen(true),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
