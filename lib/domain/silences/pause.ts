import { dayOf } from '../quota/days';
import { DAY_MS, MINUTE_MS } from '../quota/plan';

/** A silence that was planned (contract section 13): the stretch in which nothing is expected of a bot, half-open. */
export type Pause = { readonly fromMs: number; readonly untilMs: number; readonly reason: string | null };

/** The bounds of a pause in minutes, inclusive. */
export const PAUSE_MINUTES = { min: 1, max: 1_440 } as const;
export const PAUSE_REASON_MAX = 80;
/** The most pauses of a bot that begin on one UTC day. */
export const PAUSES_PER_DAY = 100;

export const PAUSE_MAX_MS = PAUSE_MINUTES.max * MINUTE_MS;

/** What an account remembers of its last pause: its end, in the past or to come; `null` before the first. */
export type PauseTerm = { readonly pausedUntilMs: number | null };

/** The end of the last pause of a bot; `null` if there is none. After a clock step back a pause can end too late to be one. */
export const pauseEndMs = ({ pausedUntilMs }: PauseTerm, nowMs: number): number | null =>
  pausedUntilMs !== null && pausedUntilMs - nowMs <= PAUSE_MAX_MS ? pausedUntilMs : null;

/** Until when the silence of a bot is planned now; `null` if it is not. */
export function pausedUntilMs(bot: PauseTerm, nowMs: number): number | null {
  const endMs = pauseEndMs(bot, nowMs);
  return endMs !== null && endMs > nowMs ? endMs : null;
}

/** Pauses that touch or overlap as one, oldest first. */
export function joinedPauses(pauses: readonly Pick<Pause, 'fromMs' | 'untilMs'>[]) {
  const joined: { fromMs: number; untilMs: number }[] = [];
  for (const { fromMs, untilMs } of pauses.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = joined.at(-1);
    if (untilMs <= fromMs) continue;
    if (last !== undefined && fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, untilMs);
    else joined.push({ fromMs, untilMs });
  }
  return joined;
}

/** How much of a stretch of time was paused; `pauses` do not overlap. */
export const pausedMs = (
  pauses: readonly Pick<Pause, 'fromMs' | 'untilMs'>[],
  fromMs: number,
  untilMs: number,
): number =>
  pauses.reduce(
    (sum, pause) => sum + Math.max(0, Math.min(untilMs, pause.untilMs) - Math.max(fromMs, pause.fromMs)),
    0,
  );

/** The start of the UTC day, from which pauses are counted, and of the next one. */
export const pauseDay = (nowMs: number) => ({
  fromMs: dayOf(nowMs) * DAY_MS,
  untilMs: (dayOf(nowMs) + 1) * DAY_MS,
});
