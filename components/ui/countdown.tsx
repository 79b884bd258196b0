'use client';

import { useEffect, useRef } from 'react';
import { isoTime } from '@/lib/domain/text/time';
import { countdownText } from '@/lib/view/durations';
import { utcText } from '@/lib/view/times';
import { useNow } from './use-now';

type CountdownProps = {
  /** The end time, and the server's clock at rendering. */
  untilMs: number;
  nowMs: number;
  /** Shown after the end. */
  done: string;
  /** Called once at the end while the page is visible. */
  onDone?: () => void;
  /** How the remaining time is written. */
  textOf?: (leftMs: number) => string;
  className?: string;
};

/** The remaining time, updated every second. Screen readers can read it, but it is not announced. */
export function Countdown({
  untilMs,
  nowMs,
  done,
  onDone,
  textOf = countdownText,
  className,
}: CountdownProps) {
  const leftMs = untilMs - useNow(nowMs);
  const isDone = leftMs <= 0;
  const wasDone = useRef(isDone);
  useEffect(() => {
    if (isDone && !wasDone.current) onDone?.();
    wasDone.current = isDone;
  }, [isDone, onDone]);
  return (
    <time
      role="timer"
      aria-live="off"
      dateTime={isoTime(untilMs)}
      title={utcText(untilMs)}
      className={className}
    >
      {isDone ? done : textOf(leftMs)}
    </time>
  );
}
