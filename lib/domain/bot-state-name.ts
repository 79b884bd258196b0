/** The states of a bot; the first that holds is its state. */
export const BOT_STATES = ['disabled', 'stopped', 'new', 'silent', 'critical', 'warning', 'healthy'] as const;
export type BotStateName = (typeof BOT_STATES)[number];

/** The states from worst to best, the order of lists. */
export const WORST_FIRST: readonly BotStateName[] = [
  'stopped',
  'silent',
  'critical',
  'warning',
  'disabled',
  'new',
  'healthy',
];
