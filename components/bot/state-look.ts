import { Ban, CircleAlert, CircleCheck, CircleDashed, OctagonX, TriangleAlert, Unplug } from 'lucide-react';
import type { BotState, BotStateName } from '@/lib/domain/bots/bot-state';
import { STATE_WORDS, stateWord } from '@/lib/view/state-words';

/** Colour and icon of each state of a bot, and of the quota's status with the same name; defined only here. */
export const STATE_LOOK = {
  disabled: { tone: 'neutral', icon: Ban, mark: 'text-muted' },
  stopped: { tone: 'critical', icon: OctagonX, mark: 'text-critical-mark' },
  new: { tone: 'neutral', icon: CircleDashed, mark: 'text-muted' },
  silent: { tone: 'critical', icon: Unplug, mark: 'text-critical-mark' },
  critical: { tone: 'critical', icon: CircleAlert, mark: 'text-critical-mark' },
  warning: { tone: 'warning', icon: TriangleAlert, mark: 'text-warning-mark' },
  healthy: { tone: 'healthy', icon: CircleCheck, mark: 'text-healthy-mark' },
} as const satisfies Record<BotStateName, unknown>;

/** Colour and icon of the state that a bot is in: one that is healthy, but sends nothing for now, is not green. */
export const stateLook = (state: BotState) =>
  STATE_LOOK[stateWord(state) === STATE_WORDS.healthy || state.name !== 'healthy' ? state.name : 'new'];

/** Colour of a bot's quota: that of its state, or none where the state is not about the quota. */
export const quotaMark = (state: BotState): string =>
  state.name === 'silent' ? STATE_LOOK.new.mark : stateLook(state).mark;
