import { RETRY_AFTER_MAX_MS } from '@/lib/domain/delivery';

/** How long to wait by a Retry-After field (seconds or an HTTP date), ms; `null` if it is neither. */
export function retryAfterMs(field: string | undefined, nowMs: number): number | null {
  const text = field?.trim() ?? '';
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return bounded(Number(text) * 1_000);
  // Date.parse takes nearly anything, also `-5`: an HTTP date begins with the day of the week.
  const atMs = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : bounded(atMs - nowMs);
}

/** The same by the body of Discord's 429, which has fractions of seconds; `null` if it has none. */
export function discordRetryAfterMs(body: string): number | null {
  const [, seconds] = /"retry_after"\s*:\s*(\d{1,15}(?:\.\d+)?)/.exec(body) ?? [];
  return seconds === undefined ? null : bounded(Number(seconds) * 1_000);
}

const bounded = (ms: number): number => Math.ceil(Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms)));
