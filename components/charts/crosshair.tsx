'use client';

import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Reading } from '@/components/ui/chart';
import { cn } from '@/components/ui/cn';
import { useIsHydrated } from '@/components/ui/reader';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { MARGIN } from '@/lib/view/charts/chart';
import { indexAfterKey, nearestIndex } from '@/lib/view/charts/nearest';

/** Where the crosshair is: on all charts of a SharedCrosshair, else on one. */
type Shown = {
  /** On the axis: new values move the others. */
  readonly at: number;
  readonly chart: string;
  readonly plot: string | null;
  readonly isSpoken: boolean;
};
type Shared = readonly [shown: Shown | null, show: (shown: Shown | null) => void];

const SharedPlace = createContext<Shared | null>(null);

/** One crosshair for all charts within, whose axes are times. */
export function SharedCrosshair({ children }: { children: ReactNode }) {
  const [shown, show] = useState<Shown | null>(null);
  const value = useMemo(() => [shown, show] as const, [shown]);
  return <SharedPlace value={value}>{children}</SharedPlace>;
}

type Active = { readonly at: number | null; readonly reading: Reading | null; readonly plot: string | null };
/** For the plots of a chart: the place of the crosshair, its values, and the plot that shows them. */
export const ActivePlace = createContext<Active>({ at: null, reading: null, plot: null });

export type CrosshairProps = {
  /** The accessible name of the chart. */
  label: string;
  /** The places of the values on the axis of the plots, ascending, and the ends of the axis. */
  places: readonly number[];
  from: number;
  until: number;
  readingAt: (index: number) => Reading | null;
  /** What the key Enter and a click do with the shown value; a touch first shows it. */
  onOpen?: { readonly what: string; readonly open: (index: number) => void } | undefined;
  /** Shows a part of the axis, dragged with a mouse or a pen; `null`, by a double click, what was shown before. */
  onZoom?: ((part: { readonly from: number; readonly until: number } | null) => void) | undefined;
  /** Plots, as wide as this. */
  children: ReactNode;
};

/** A shorter drag is a click. */
const DRAG_MIN_PX = 8;

/**
 * Shows the values of a moment: under the pointer, at a touch, or with arrow keys, Home, End and Page keys. Takes no
 * space. recharts knows two of these keys, and one plot each.
 */
export function Crosshair(props: CrosshairProps) {
  const { label, places, from, until, readingAt, onOpen, onZoom, children } = props;
  const isHydrated = useIsHydrated();
  const chart = useId();
  const own = useState<Shown | null>(null);
  const [shown, show] = useContext(SharedPlace) ?? own;
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number } | null>(null);
  const area = useRef<HTMLDivElement>(null);
  /** The value that was shown before a pointer was pressed. */
  const indexBefore = useRef(-1);
  const isOwn = shown?.chart === chart;
  const nearest = shown === null ? -1 : nearestIndex(places, shown.at);
  const isNear = isOwn || Math.abs((places[nearest] ?? 0) - (shown?.at ?? 0)) <= DAY_MS;
  const index = isNear ? nearest : -1;
  const reading = isOwn && index >= 0 ? readingAt(index) : null;
  const at = places[index] ?? null;
  const active = { at, reading, plot: shown?.plot ?? null };

  const move = (to: number, plot: string | null, isSpoken: boolean) =>
    show(places[to] === undefined ? null : { at: places[to], chart, plot, isSpoken });
  const hide = () => isOwn && show(null);

  /** The part of the axis at which a pointer is, from 0 to 1. */
  function fractionAt({ clientX }: PointerEvent): number {
    const box = area.current?.getBoundingClientRect();
    return box ? Math.min(1, Math.max(0, (clientX - box.left) / box.width)) : 0;
  }
  const placeAt = (fraction: number) => from + fraction * (until - from);

  function follow(event: PointerEvent) {
    const fraction = fractionAt(event);
    const over = event.target instanceof Element ? event.target.closest('[data-plot]') : null;
    const plot = over?.getAttribute('data-plot') ?? firstPlot(event.currentTarget);
    move(nearestIndex(places, placeAt(fraction)), plot, event.pointerType !== 'mouse');
    if (drag !== null) setDrag({ ...drag, end: fraction });
  }

  function drop() {
    const width = area.current?.clientWidth ?? 0;
    if (drag !== null && onZoom !== undefined && Math.abs(drag.end - drag.start) * width >= DRAG_MIN_PX) {
      const [start, end] = [drag.start, drag.end].sort((a, b) => a - b).map(placeAt);
      if (start !== undefined && end !== undefined) onZoom({ from: start, until: end });
    }
    setDrag(null);
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') hide();
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && index >= 0) onOpen?.open(index);
    const next = indexAfterKey(event.key, index < 0 ? places.length : index, places.length);
    if (next === null) return;
    event.preventDefault();
    move(next, firstPlot(event.currentTarget), true);
  }

  return (
    <div
      // Screen readers pass the arrow keys on to an application only.
      role="application"
      aria-roledescription="chart"
      aria-label={
        isHydrated
          ? [label, 'arrow keys move the crosshair', ...(onOpen ? [onOpen.what] : [])].join('; ')
          : label
      }
      tabIndex={isHydrated ? 0 : undefined}
      className={cn('relative touch-pan-y select-none rounded-inner', onOpen && 'cursor-pointer')}
      onClick={({ target, nativeEvent }) => {
        if (index < 0 || (target instanceof Element && target.closest('button, a') !== null)) return;
        const isTouch = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch';
        if (!isTouch || indexBefore.current === index) onOpen?.open(index);
      }}
      onPointerDown={(event) => {
        indexBefore.current = isOwn ? index : -1;
        follow(event);
        const start = fractionAt(event);
        if (onZoom && event.pointerType !== 'touch' && event.button === 0) setDrag({ start, end: start });
      }}
      onPointerMove={follow}
      onPointerUp={drop}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={({ pointerType }) => {
        setDrag(null);
        if (pointerType === 'mouse') hide();
      }}
      onDoubleClick={() => onZoom?.(null)}
      onFocus={({ currentTarget, target }) => {
        if (target === currentTarget && target.matches(':focus-visible'))
          move(places.length - 1, firstPlot(currentTarget), true);
      }}
      onBlur={hide}
      onKeyDown={press}
    >
      <ActivePlace value={active}>{children}</ActivePlace>
      <div
        ref={area}
        aria-hidden="true"
        style={{ left: MARGIN.left, right: MARGIN.right }}
        className="pointer-events-none absolute inset-y-0"
      >
        {drag !== null && (
          <div
            style={{
              left: `${Math.min(drag.start, drag.end) * 100}%`,
              width: `${Math.abs(drag.end - drag.start) * 100}%`,
            }}
            className="absolute inset-y-0 bg-accent opacity-15"
          />
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {isOwn && shown.isSpoken && reading !== null && sentenceOf(reading)}
      </p>
    </div>
  );
}

const firstPlot = (chart: Element): string | null =>
  chart.querySelector('[data-plot]')?.getAttribute('data-plot') ?? null;

const sentenceOf = ({ title, lines }: Reading): string =>
  [title, ...lines.map(({ name, value, detail }) => `${name} ${value}${detail ? ` (${detail})` : ''}`)].join(
    '. ',
  );
