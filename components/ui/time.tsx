'use client';

import { agoText } from '@/lib/view/durations';
import { isoTime, type TimeStyle, timeText, utcText } from '@/lib/view/times';
import { SERVER_READER, useReader } from './reader';
import { useNow } from './use-now';

/** A moment in the reader's zone and language; the UTC time appears on hover. */
export function Time({ atMs, style = 'minute' }: { atMs: number; style?: TimeStyle }) {
  const reader = useReader();
  return (
    <time dateTime={isoTime(atMs)} title={utcText(atMs)}>
      {timeText(atMs, style, reader)}
      {reader === SERVER_READER && ' UTC'}
    </time>
  );
}

/** How long ago a moment was, kept true as time passes. `nowMs` is the server's clock at rendering. */
export function Ago({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const now = useNow(nowMs);
  return (
    <time dateTime={isoTime(atMs)} title={utcText(atMs)}>
      {agoText(now - atMs)}
    </time>
  );
}
