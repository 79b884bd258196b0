import { CircleAlert, CircleCheck, CirclePause, CircleSlash, OctagonX, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Time } from '@/components/ui/time';
import type { WebhookState, WebhookStateName } from '@/lib/view/webhook-state';

const LOOK = {
  on: { tone: 'healthy', icon: CircleCheck },
  failing: { tone: 'warning', icon: TriangleAlert },
  off: { tone: 'neutral', icon: CircleSlash },
  stopped: { tone: 'critical', icon: OctagonX },
  unreadable: { tone: 'critical', icon: CircleAlert },
  paused: { tone: 'neutral', icon: CirclePause },
} as const satisfies Record<WebhookStateName, unknown>;

type Props = { state: WebhookState };

export function WebhookStateBadge({ state: { name, word } }: Props) {
  const { tone, icon: Icon } = LOOK[name];
  return (
    <Badge tone={tone} icon={<Icon />}>
      {word}
    </Badge>
  );
}

/** Why a webhook is not on, and since when; nothing if it is. */
export function WebhookReason({ state: { sinceMs, reason } }: Props) {
  if (sinceMs === null && reason === null) return null;
  return (
    <p className="text-muted text-xs">
      {reason !== null && <span>{`${reason} `}</span>}
      {sinceMs !== null && (
        <span>
          Since <Time atMs={sinceMs} />.
        </span>
      )}
    </p>
  );
}
