import type { BotHeadView } from '@/lib/contract/bot-view';
import type { BotGroup } from '@/lib/domain/bots/bot-counts';
import type { BotState, BotStateName } from '@/lib/domain/bots/bot-state';
import { percentText } from './numbers';

/** The word for each state of a bot; the quota's status has the same words. */
export const STATE_WORDS: Readonly<Record<BotStateName, string>> = {
  disabled: 'Disabled',
  stopped: 'Stopped',
  new: 'New',
  silent: 'Silent',
  critical: 'Critical',
  warning: 'Warning',
  healthy: 'Healthy',
  planned: 'Planned silence',
  waiting: 'Waiting',
};

/** The word for each group that the bots are counted by. */
export const GROUP_WORDS: Readonly<Record<BotGroup, string>> = {
  ...STATE_WORDS,
  'without-key': 'Without a key',
  'without-report': 'Never reported',
};

/** The word for the state that a bot is in. */
export const stateWord = (state: BotState): string =>
  state.name === 'new' && state.isConnected ? 'New, connected' : STATE_WORDS[state.name];

type Titled = Pick<BotHeadView, 'state' | 'apiCalls' | 'name'>;

/** The title of the browser tab of a bot's page: `Harbour · Critical 96.4% · Keys`; the use where it is what matters. */
export function botPageTitle({ name, state, apiCalls }: Titled, tab: string): string {
  const isOfQuota = state.name === 'critical' || state.name === 'warning';
  const use = isOfQuota ? ` ${percentText(apiCalls.percentage)}` : '';
  return `${name} · ${stateWord(state)}${use} · ${tab}`;
}
