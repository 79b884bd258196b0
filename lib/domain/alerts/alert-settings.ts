import type { Account } from '../bots/account';
import { EVENT_TYPES, type EventType, type NewEvent } from './event';

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
  /** Not mailed, whatever `isMailed` says, and never unread. */
  readonly isMuted: boolean;
};

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

/** Types that a person can choose to be mailed or to mute: not the test of a webhook. */
export const ALERT_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => type !== 'webhook.test');

const settingsOf = (choose: (type: EventType) => AlertChoice): AlertSettings =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, choose(type)])) as AlertSettings;

const defaultOf = (type: EventType): AlertChoice => ({
  isMailed: MAILED_BY_DEFAULT.includes(type),
  isMuted: false,
});

export const DEFAULT_ALERTS: AlertSettings = settingsOf(defaultOf);

/** Whether an event of this type is mailed to the owner of its bot. */
export const wantsMail = (settings: AlertSettings, type: EventType): boolean =>
  ALERT_TYPES.includes(type) && settings[type].isMailed && !settings[type].isMuted;

/**
 * The settings as JSON: only choices that differ from the defaults, so that later defaults apply to all others.
 */
export function encodeAlertSettings(settings: AlertSettings): string {
  const chosen = ALERT_TYPES.map((type) => {
    const { isMailed, isMuted } = settings[type];
    const isDefault = isMailed === DEFAULT_ALERTS[type].isMailed;
    return [type, { ...(isDefault ? {} : { isMailed }), ...(isMuted ? { isMuted } : {}) }] as const;
  });
  return JSON.stringify(Object.fromEntries(chosen.filter(([, choice]) => Object.keys(choice).length > 0)));
}

/** The settings of stored JSON. What is missing, unknown or damaged is as by default. */
export function decodeAlertSettings(json: string): AlertSettings {
  const stored = parse(json);
  return settingsOf((type) => {
    const { isMailed, isMuted } = (stored[type] ?? {}) as Partial<Record<keyof AlertChoice, unknown>>;
    return {
      isMailed: typeof isMailed === 'boolean' ? isMailed : DEFAULT_ALERTS[type].isMailed,
      isMuted: isMuted === true && ALERT_TYPES.includes(type),
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
