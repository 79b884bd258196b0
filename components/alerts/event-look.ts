import {
  ArrowDown,
  ArrowUp,
  Ban,
  CircleAlert,
  CircleCheck,
  Clock,
  KeyRound,
  OctagonX,
  Pencil,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import type { EventType } from '@/lib/domain/alerts/event';

/** Icon and colour of each type of event; a text next to it always says the same. */
export const EVENT_LOOK = {
  'quota.warning': { icon: TriangleAlert, mark: 'text-warning-mark' },
  'quota.critical': { icon: CircleAlert, mark: 'text-critical-mark' },
  'quota.exhausted': { icon: OctagonX, mark: 'text-critical-mark' },
  'quota.restored': { icon: CircleCheck, mark: 'text-healthy-mark' },
  'quota.forecast': { icon: Clock, mark: 'text-warning-mark' },
  'bot.silent': { icon: Unplug, mark: 'text-critical-mark' },
  'bot.recovered': { icon: CircleCheck, mark: 'text-healthy-mark' },
  'stats.dropped': { icon: ArrowDown, mark: 'text-warning-mark' },
  'key.created': { icon: KeyRound, mark: 'text-muted' },
  'key.rotated': { icon: KeyRound, mark: 'text-muted' },
  'key.revoked': { icon: KeyRound, mark: 'text-muted' },
  'key.expiring': { icon: Clock, mark: 'text-warning-mark' },
  'bot.disabled': { icon: Ban, mark: 'text-muted' },
  'bot.enabled': { icon: CircleCheck, mark: 'text-healthy-mark' },
  'bot.plan_changed': { icon: Pencil, mark: 'text-muted' },
  'bot.owner_changed': { icon: Pencil, mark: 'text-muted' },
  'webhook.disabled': { icon: CircleAlert, mark: 'text-critical-mark' },
  'webhook.test': { icon: CircleCheck, mark: 'text-muted' },
  'vote.created': { icon: ArrowUp, mark: 'text-healthy-mark' },
  'votes.limited': { icon: TriangleAlert, mark: 'text-warning-mark' },
  'bot.digest': { icon: Clock, mark: 'text-muted' },
} as const satisfies Record<EventType, unknown>;
