import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  OctagonX,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import type { BotState, BotStateName } from '@/lib/domain/bots/bot-state';

/** Colour and icon of each state of a bot, and of the quota's status with the same name; defined only here. */
export const STATE_LOOK = {
  disabled: { tone: 'neutral', icon: Ban, mark: 'text-muted' },
  stopped: { tone: 'critical', icon: OctagonX, mark: 'text-critical-mark' },
  new: { tone: 'neutral', icon: CircleDashed, mark: 'text-muted' },
  silent: { tone: 'critical', icon: Unplug, mark: 'text-critical-mark' },
  critical: { tone: 'critical', icon: CircleAlert, mark: 'text-critical-mark' },
  warning: { tone: 'warning', icon: TriangleAlert, mark: 'text-warning-mark' },
  healthy: { tone: 'healthy', icon: CircleCheck, mark: 'text-healthy-mark' },
  planned: { tone: 'neutral', icon: CirclePause, mark: 'text-muted' },
  waiting: { tone: 'neutral', icon: CircleDashed, mark: 'text-muted' },
} as const satisfies Record<BotStateName, unknown>;

/** Colour of a bot's quota: that of its state, or none where the state is not about the quota. */
export const quotaMark = (state: BotState): string =>
  STATE_LOOK[state.name === 'silent' ? 'new' : state.name].mark;

/** The same for what is drawn of the quota, in the colour of servers while all is well. */
export function quotaColor({ name }: BotState): string {
  if (name === 'critical' || name === 'stopped') return 'var(--critical-mark)';
  return name === 'warning' ? 'var(--warning-mark)' : 'var(--series-servers)';
}
