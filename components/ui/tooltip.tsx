'use client';

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { placeBeside, putAt, viewportSize } from './anchor';
import type { Elements } from './elements';

const SHOW_AFTER_MS = 300;
const HIDE_AFTER_MS = 100;

/**
 * Shows a control's name on hover and focus; Escape hides it. Screen readers take the name from the control itself. Uses
 * the browser's popover, which is above dialogs, never clipped, and a tenth of a library's size.
 */
export function Tooltip({ text, children }: { text: string; children: Elements }) {
  const [isShown, setIsShown] = useState(false);
  const wrapper = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function setLater(shown: boolean, afterMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsShown(shown), afterMs);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events; the control inside is the interactive element
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={(event) => event.pointerType !== 'touch' && setLater(true, SHOW_AFTER_MS)}
      onPointerLeave={() => setLater(false, HIDE_AFTER_MS)}
      onPointerDown={() => setLater(false, 0)}
      onFocus={(event) => event.target.matches(':focus-visible') && setLater(true, 0)}
      onBlur={() => setLater(false, 0)}
    >
      {children}
      {isShown && <Bubble text={text} wrapper={wrapper} onHide={() => setIsShown(false)} />}
    </span>
  );
}

type BubbleProps = { text: string; wrapper: RefObject<HTMLSpanElement | null>; onHide: () => void };

/** A component of its own: a page has many tooltips and shows none at first, and effects cost time when it loads. */
function Bubble({ text, wrapper, onHide }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);

  const hide = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key === 'Escape') onHide();
  });

  useEffect(() => {
    const [box, anchor] = [bubble.current, wrapper.current?.firstElementChild];
    if (box === null || !anchor) return;
    box.showPopover();
    putAt(
      box,
      placeBeside(anchor.getBoundingClientRect(), box.getBoundingClientRect(), viewportSize(), 'center'),
    );
    const listener = (event: Event) => hide(event);
    document.addEventListener('keydown', listener);
    document.addEventListener('scroll', listener, true);
    return () => {
      document.removeEventListener('keydown', listener);
      document.removeEventListener('scroll', listener, true);
    };
  }, [wrapper]);

  return (
    <span
      ref={bubble}
      popover="manual"
      aria-hidden="true"
      className="inset-auto m-0 max-w-xs rounded-inner bg-ink px-2 py-1 font-normal text-canvas text-xs"
    >
      {text}
    </span>
  );
}
