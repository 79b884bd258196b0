import { MINUTE_MS } from '@/lib/domain/quota/plan';
import type { ReportRefusal } from '@/lib/domain/reports/decide';
import { REPORT_BOUNDS } from '@/lib/domain/reports/report';
import { waitText } from './durations';
import { numberText } from './numbers';
import { type TimeZoned, timeText } from './times';

/** How long to wait for an accepted report, and the time then. */
type Wait = { readonly waitMs: number; readonly atMs: number };

const SENTENCES: Record<ReportRefusal, (at: string, wait: string) => string> = {
  update_too_soon: (at, wait) => `Too soon: the next report is accepted in ${wait}, at ${at}.`,
  quota_exceeded: (at) => `No calls are left in this cycle: the next report is accepted at ${at}.`,
  bot_disabled: () => 'An admin has disabled this bot.',
  bot_mismatch: () => 'This is another bot.',
};

/** Why a report from the dashboard was refused, with times as the reader writes them. */
export function sendRefusalText(error: ReportRefusal, { waitMs, atMs }: Wait, reader: TimeZoned): string {
  const zone = reader.timeZone === 'UTC' ? ' UTC' : '';
  // Rounded up: a report in the minute before would be refused again.
  const minuteMs = Math.ceil(atMs / MINUTE_MS) * MINUTE_MS;
  return SENTENCES[error](timeText(minuteMs, 'minute', reader) + zone, waitText(waitMs));
}

/** The bounds of each count of `fields` that was out of them. */
export function countsErrors(fields: readonly string[]): Record<string, string> {
  const bounds = Object.entries(REPORT_BOUNDS).filter(([name]) => fields.includes(name));
  return Object.fromEntries(
    bounds.map(([name, { min, max }]) => [
      name,
      `Enter a whole number from ${numberText(min)} to ${numberText(max)}.`,
    ]),
  );
}
