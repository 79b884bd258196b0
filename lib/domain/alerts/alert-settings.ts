import type { Account } from '../bots/account';
import { DAY_MS } from '../quota/plan';
import { EVENT_TYPES, type EventType, type NewEvent, UNLISTED_TYPES } from './event';

/**
 * Whether messages about an event are still to be made when it is due: a silence that has ended is not notified, and its
 * end only if the silence was. `account` is the bot's now. `isSilenceNotified`, for `bot.recovered` alone: whether messages
 * were made about the `bot.silent` of the same bot and period.
 */
export function isStillTrue(
  { type, period }: Pick<NewEvent, 'type' | 'period'>,
  account: Account,
  isSilenceNotified: boolean,
): boolean {
  if (type === 'bot.recovered') return isSilenceNotified;
  if (type !== 'bot.silent') return true;
  const { silentSinceMs } = account.alerts;
  // A heartbeat ends a silence up to a minute before the account says so.
  const hasHeartbeat = silentSinceMs !== null && (account.lastHeartbeatAtMs ?? silentSinceMs) > silentSinceMs;
  return silentSinceMs === Number(period) && !hasHeartbeat && !account.isDisabled;
}

/** How a person is notified about one type of event of one bot. Each event is in the list of notifications anyway. */
export type AlertChoice = {
  readonly isMailed: boolean;
  /** Counted at the bell until it is read. */
  readonly isInApp: boolean;
  /** Whether mails and Discord messages are repeated every REPEAT_EVERY_MS while it lasts: of `bot.silent` alone. */
  readonly isRepeated: boolean;
};

export const REPEAT_EVERY_MS = DAY_MS;

/** When the message about an event that was due at `dueAtMs` is repeated for the next time after `nowMs`. */
export const nextRepeatAtMs = (dueAtMs: number, nowMs: number): number =>
  dueAtMs + (Math.floor(Math.max(0, nowMs - dueAtMs) / REPEAT_EVERY_MS) + 1) * REPEAT_EVERY_MS;

/** A person's settings for one bot. */
export type AlertSettings = Readonly<Record<EventType, AlertChoice>>;

/** What is mailed to an owner who has not chosen: what stops their bot or will, if no one does anything. */
const MAILED_BY_DEFAULT: readonly EventType[] = [
  'quota.exhausted',
  'quota.forecast',
  'bot.silent',
  'key.expiring',
  'webhook.disabled',
];

/** Types that a person can choose for themselves: neither the test of a webhook nor votes, which only webhooks get. */
export const ALERT_TYPES: readonly EventType[] = EVENT_TYPES.filter(
  (type) => type !== 'webhook.test' && !UNLISTED_TYPES.includes(type),
);

const settingsOf = (choose: (type: EventType) => AlertChoice): AlertSettings =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, choose(type)])) as AlertSettings;

const defaultOf = (type: EventType): AlertChoice => ({
  isMailed: MAILED_BY_DEFAULT.includes(type),
  isInApp: true,
  isRepeated: false,
});

export const DEFAULT_ALERTS: AlertSettings = settingsOf(defaultOf);
/** Of a viewer who has not chosen. */
export const NO_ALERTS: AlertSettings = settingsOf(() => ({
  isMailed: false,
  isInApp: false,
  isRepeated: false,
}));

/** Whether an event of this type is mailed to the owner of its bot. */
export const wantsMail = (settings: AlertSettings, type: EventType): boolean =>
  ALERT_TYPES.includes(type) && settings[type].isMailed;

/**
 * The settings as JSON: only choices that differ from the defaults, so that later defaults apply to all others.
 */
export function encodeAlertSettings(settings: AlertSettings): string {
  const chosen = ALERT_TYPES.map((type) => {
    const differing = Object.entries(settings[type]).filter(
      ([name, value]) => value !== DEFAULT_ALERTS[type][name as keyof AlertChoice],
    );
    return [type, differing] as const;
  });
  const changed = chosen.filter(([, differing]) => differing.length > 0);
  return JSON.stringify(
    Object.fromEntries(changed.map(([type, differing]) => [type, Object.fromEntries(differing)])),
  );
}

/**
 * The settings of stored JSON. What is missing, unknown or damaged is as by default. Versions up to 0.1 stored `isMuted`, which
 * ended both.
 */
export function decodeAlertSettings(json: string): AlertSettings {
  const stored = parse(json);
  return settingsOf((type) => {
    const choice = (stored[type] ?? {}) as Partial<Record<keyof AlertChoice | 'isMuted', unknown>>;
    const isMuted = choice.isMuted === true && ALERT_TYPES.includes(type);
    const isMailed = typeof choice.isMailed === 'boolean' ? choice.isMailed : DEFAULT_ALERTS[type].isMailed;
    return {
      isMailed: isMailed && !isMuted,
      isInApp: !isMuted && (choice.isInApp !== false || !ALERT_TYPES.includes(type)),
      isRepeated: choice.isRepeated === true && type === 'bot.silent',
    };
  });
}

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
