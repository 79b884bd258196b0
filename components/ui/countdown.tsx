'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { countdownText } from '@/lib/view/durations';
import { isoTime, utcText } from '@/lib/view/times';
import { useNow } from './use-now';

type CountdownProps = {
  /** When it ends, and the server's clock at rendering. */
  untilMs: number;
  nowMs: number;
  /** Shown once the time has come. */
  done: ReactNode;
  /** Called once when the time comes while someone looks. */
  onDone?: () => void;
  className?: string;
};

/** The time left, each second. Screen readers may read it when they come by; it does not speak by itself. */
export function Countdown({ untilMs, nowMs, done, onDone, className }: CountdownProps) {
  const leftMs = untilMs - useNow(nowMs);
  const isDone = leftMs <= 0;
  const wasDone = useRef(isDone);
  useEffect(() => {
    if (isDone && !wasDone.current) onDone?.();
    wasDone.current = isDone;
  }, [isDone, onDone]);
  if (isDone) return <span className={className}>{done}</span>;
  return (
    <time
      role="timer"
      aria-live="off"
      dateTime={isoTime(untilMs)}
      title={utcText(untilMs)}
      className={className}
    >
      {countdownText(leftMs)}
    </time>
  );
}
