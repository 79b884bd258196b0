import type { EventType } from '@/lib/domain/alerts/event';
import { CRITICAL_FROM_PERCENT, WARNING_FROM_PERCENT } from '@/lib/domain/quota/quota';

/** When an event of each type happens, in one sentence. */
export const EVENT_SENTENCES: Readonly<Record<EventType, string>> = {
  'quota.warning': `${WARNING_FROM_PERCENT}% of the quota is used.`,
  'quota.critical': `${CRITICAL_FROM_PERCENT}% of the quota is used.`,
  'quota.exhausted': 'No calls are left: the bot’s reports are refused until the reset.',
  'quota.restored': 'The first counted call after the quota was used up.',
  'quota.forecast': 'At the current pace the quota ends more than a day before the reset.',
  'bot.silent': 'No report or heartbeat for longer than “Silent after” under Settings.',
  'bot.recovered': 'The first report or heartbeat after a silence.',
  'stats.dropped': 'A report has at least 30% and 10 servers fewer than the one before.',
  'key.created': 'Someone created an API key of the bot.',
  'key.rotated': 'A key was replaced by a new one.',
  'key.revoked': 'A key was revoked before it expired.',
  'key.expiring': 'A key that was not replaced expires in 7 days.',
  'bot.disabled': 'An admin disabled the bot: its calls are refused.',
  'bot.enabled': 'An admin enabled the bot again.',
  'bot.plan_changed': 'An admin changed the plan.',
  'bot.owner_changed': 'An admin gave the bot to another owner.',
  'webhook.disabled': 'A webhook was switched off after its deliveries failed.',
  'webhook.test': 'Sent with “Send test”.',
  'vote.created': 'A list reported a vote. Webhooks only; Discord gets one summary a minute.',
  'votes.limited': 'Lists report more votes than are stored: at most once a day.',
  'bot.digest': 'A week or a month has ended.',
};

/** The types that can be chosen, as pages group them. */
export const EVENT_GROUPS: readonly { readonly name: string; readonly types: readonly EventType[] }[] = [
  {
    name: 'Quota',
    types: ['quota.warning', 'quota.critical', 'quota.exhausted', 'quota.restored', 'quota.forecast'],
  },
  { name: 'Reports', types: ['bot.silent', 'bot.recovered', 'stats.dropped'] },
  { name: 'Keys', types: ['key.created', 'key.rotated', 'key.revoked', 'key.expiring'] },
  {
    name: 'Changes',
    types: ['bot.disabled', 'bot.enabled', 'bot.plan_changed', 'bot.owner_changed', 'webhook.disabled'],
  },
  { name: 'Votes', types: ['vote.created', 'votes.limited'] },
];

/** What a new webhook gets unless something else is chosen: what needs a person, and its end. */
export const SENSIBLE_TYPES: readonly EventType[] = [
  ...(['quota.critical', 'quota.exhausted', 'quota.restored', 'quota.forecast'] as const),
  ...(['bot.silent', 'bot.recovered', 'stats.dropped', 'key.expiring', 'bot.disabled'] as const),
];

const ALL_TYPES = EVENT_GROUPS.flatMap(({ types }) => types);

/** What is ticked for a channel with one choice; `trouble` is what a new webhook gets. */
export const TYPES_OF_PRESET = {
  everything: ALL_TYPES,
  trouble: SENSIBLE_TYPES,
  nothing: [],
} as const satisfies Readonly<Record<string, readonly EventType[]>>;
export type Preset = keyof typeof TYPES_OF_PRESET;

/** The choice that what is ticked among `types` amounts to. */
export const presetOf = (
  types: readonly EventType[],
  isTicked: (type: EventType) => boolean,
): Preset | 'custom' =>
  (Object.keys(TYPES_OF_PRESET) as Preset[]).find((preset) => {
    const chosen: readonly EventType[] = TYPES_OF_PRESET[preset];
    return types.every((type) => isTicked(type) === chosen.includes(type));
  }) ?? 'custom';
