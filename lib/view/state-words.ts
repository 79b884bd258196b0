import type { BotGroup } from '@/lib/domain/bots/bot-counts';
import type { BotState, BotStateName } from '@/lib/domain/bots/bot-state';

/** The word for each state of a bot; the quota's status has the same words. */
export const STATE_WORDS: Readonly<Record<BotStateName, string>> = {
  disabled: 'Disabled',
  stopped: 'Stopped',
  new: 'New',
  silent: 'Silent',
  critical: 'Critical',
  warning: 'Warning',
  healthy: 'Healthy',
};

/** The word for each group that the bots are counted by. */
export const GROUP_WORDS: Readonly<Record<BotGroup, string>> = {
  ...STATE_WORDS,
  'without-key': 'Without a key',
  'without-report': 'Never reported',
};

/** The word for the state that a bot is in. */
export function stateWord(state: BotState): string {
  if (state.name === 'new' && state.isConnected) return 'New, connected';
  if (state.name !== 'healthy') return STATE_WORDS[state.name];
  if (state.pausedUntilMs !== undefined) return 'Planned silence';
  return state.restartedAtMs === undefined ? STATE_WORDS.healthy : 'Waiting';
}

type Titled = { readonly state: BotState; readonly percentage: number; readonly name: string };

/** The title of the browser tab of a bot's page: `96 % Tidekeeper · Keys · Botmeter`. */
export const botPageTitle = (bot: Titled, tab: string): string =>
  [stateTitle(bot), tab, 'Botmeter'].join(' · ');

/** `96 % Tidekeeper`, or the state's word where the quota is not what matters. */
function stateTitle({ state, percentage, name }: Titled): string {
  switch (state.name) {
    case 'critical':
    case 'warning':
    case 'healthy':
      return `${Math.trunc(percentage)} % ${name}`;
    default:
      return `${stateWord(state)}: ${name}`;
  }
}
