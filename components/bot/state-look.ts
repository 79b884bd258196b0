import { Ban, CircleAlert, CircleCheck, CircleDashed, OctagonX, TriangleAlert, Unplug } from 'lucide-react';
import type { BotStateName } from '@/lib/domain/bots/bot-state';

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
