'use client';

import { type PointerEvent, useRef, useState } from 'react';
import { cn } from '@/components/ui/cn';
import type { Elements } from '@/components/ui/elements';
import { useIsHydrated } from '@/components/ui/reader';
import { indexAfterKey, nearestIndex } from '@/lib/view/charts/nearest';
import { OVERLAY_INSET } from './plot-size';
import { type Reading, ReadingBox } from './reading-box';

/** A mark where the crosshair meets a line. */
export type CrosshairMark = { readonly topPx: number; readonly color: string };

type CrosshairProps = {
  /** The accessible name of the chart. */
  label: string;
  /** The positions of the values, from 0 (left) to 1 (right), ascending. */
  positions: readonly number[];
  /** What stays the same for a value when `positions` change, e.g. its time; ascending. */
  ids: readonly number[];
  readingAt: (index: number) => Reading | null;
  /** What the key Enter does with the shown value. */
  onOpen?: { readonly what: string; readonly open: (index: number) => void };
  marksAt?: (index: number) => readonly CrosshairMark[];
  /** The vertical extent of the line, from the top. */
  topPx: number;
  bottomPx: number;
  /** Plots inset by PLOT_INSET. */
  children: Elements;
};

/**
 * Shows the values of a moment: under the pointer, at a touch, or with arrow keys, Home, End and Page keys. Takes no
 * space. Its own state, so that a movement does not draw the plots again.
 */
export function Crosshair(props: CrosshairProps) {
  const { label, positions, ids, readingAt, onOpen, marksAt, topPx, bottomPx, children } = props;
  const isHydrated = useIsHydrated();
  const area = useRef<HTMLDivElement>(null);
  // By id, because new values move the others.
  const [shownId, setShownId] = useState<number | null>(null);
  const [isAnnounced, setIsAnnounced] = useState(false);
  const index = shownId === null ? -1 : nearestIndex(ids, shownId);
  const position = positions[index];
  const reading = position === undefined ? null : readingAt(index);

  function show(at: number, announced: boolean) {
    setShownId(ids[at] ?? null);
    setIsAnnounced(announced);
  }
  const hide = () => setShownId(null);

  function follow({ clientX, pointerType }: PointerEvent) {
    const box = area.current?.getBoundingClientRect();
    if (box) show(nearestIndex(positions, (clientX - box.left) / box.width), pointerType !== 'mouse');
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
      className="relative touch-pan-y rounded-inner"
      onPointerDown={follow}
      onPointerMove={follow}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hide()}
      onFocus={({ currentTarget, target }) => {
        if (target === currentTarget && target.matches(':focus-visible')) show(ids.length - 1, true);
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide();
        if (event.key === 'Enter' && index >= 0) onOpen?.open(index);
        const next = indexAfterKey(event.key, index < 0 ? ids.length : index, ids.length);
        if (next === null || event.target !== event.currentTarget) return;
        event.preventDefault();
        show(next, true);
      }}
    >
      {children}
      <div
        ref={area}
        aria-hidden="true"
        className={cn('pointer-events-none absolute inset-y-0', OVERLAY_INSET)}
      >
        {reading !== null && position !== undefined && (
          <>
            <div
              style={{ left: `${position * 100}%`, top: topPx, height: bottomPx - topPx }}
              className="absolute w-px bg-muted"
            />
            {marksAt?.(index).map((mark) => (
              <div
                key={mark.color}
                style={{ left: `${position * 100}%`, top: mark.topPx, background: mark.color }}
                className="absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full border border-surface"
              />
            ))}
            <ReadingBox reading={reading} position={position} />
          </>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {isAnnounced && reading !== null && sentenceOf(reading)}
      </p>
    </div>
  );
}

const sentenceOf = ({ title, lines }: Reading): string =>
  [title, ...lines.map(({ name, value, detail }) => `${name} ${value}${detail ? ` (${detail})` : ''}`)].join(
    '. ',
  );
