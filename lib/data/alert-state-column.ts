import { type AlertState, NO_ALERTS } from '@/lib/domain/alert-state';

/** The text of a bot without alerts: nearly all bots, for which a call then parses nothing. */
const NONE = '';

/** A pattern for LIKE: texts other than that of no alerts whose bot's silence, if it is silent, was not told. */
export const TELLS_NO_SILENCE = '%"silentSinceMs":null%';

export const encodeAlerts = (alerts: AlertState): string =>
  alerts.exhaustedPeriod !== null ||
  alerts.drop ||
  alerts.silentSinceMs !== null ||
  alerts.recoveredAtMs !== null
    ? JSON.stringify(alerts)
    : NONE;

/** Parts that are missing or damaged are as in NO_ALERTS. */
export function decodeAlerts(text: string): AlertState {
  if (text === NONE) return NO_ALERTS;
  const { exhaustedPeriod, drop, silentSinceMs, recoveredAtMs } = parse(text);
  const isDrop = drop != null && Number.isInteger(drop.before) && Number.isInteger(drop.atMs);
  return {
    exhaustedPeriod: typeof exhaustedPeriod === 'string' ? exhaustedPeriod : null,
    drop: isDrop ? { before: drop.before, atMs: drop.atMs } : null,
    silentSinceMs: Number.isInteger(silentSinceMs) ? (silentSinceMs ?? null) : null,
    recoveredAtMs: Number.isInteger(recoveredAtMs) ? (recoveredAtMs ?? null) : null,
  };
}

function parse(text: string): Partial<AlertState> {
  try {
    return (JSON.parse(text) as Partial<AlertState> | null) ?? {};
  } catch {
    return {};
  }
}
