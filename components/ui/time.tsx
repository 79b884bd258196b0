'use client';

import { minutesText } from '@/lib/domain/text/duration';
import { INVALID_TIME, isMoment, isoTime } from '@/lib/domain/text/time';
import { agoText, isLongAgo } from '@/lib/view/durations';
import { type TimeStyle, timeText, utcText } from '@/lib/view/times';
import { SERVER_READER, useReader } from './reader';
import { useNowText } from './use-now';

/** A time in the reader's time zone and language; UTC appears on hover. */
export function Time({ atMs, style = 'minute' }: { atMs: number; style?: TimeStyle }) {
  const reader = useReader();
  if (!isMoment(atMs)) return <time>{INVALID_TIME}</time>;
  return (
    <time dateTime={isoTime(atMs)} title={utcText(atMs)}>
      {timeText(atMs, style, reader) + (reader === SERVER_READER ? ' UTC' : '')}
    </time>
  );
}

/** The time since a moment, updated as time passes; its date after a day. `nowMs` is the server's clock at rendering. */
export function Ago({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const text = useNowText(nowMs, (now) => agoText(now - atMs));
  if (!isMoment(atMs)) return <time>{INVALID_TIME}</time>;
  if (isLongAgo(nowMs - atMs)) return <Time atMs={atMs} style="date" />;
  return (
    <time dateTime={isoTime(atMs)} title={utcText(atMs)}>
      {text}
    </time>
  );
}

/** How long something lasts since a moment, in minutes or longer units, updated as time passes. */
export function Since({ atMs, nowMs }: { atMs: number; nowMs: number }) {
  const text = useNowText(nowMs, (now) => minutesText(now - atMs));
  if (!isMoment(atMs)) return <time>{INVALID_TIME}</time>;
  return (
    <time dateTime={isoTime(atMs)} title={`since ${utcText(atMs)}`}>
      {text}
    </time>
  );
}
