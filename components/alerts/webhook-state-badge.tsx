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

/** The state of a webhook, since when, and why it is not on. */
export function WebhookStateBadge({ state: { name, word, sinceMs, reason } }: { state: WebhookState }) {
  const { tone, icon: Icon } = LOOK[name];
  return (
    <>
      <Badge tone={tone} icon={<Icon />}>
        {word}
      </Badge>
      {sinceMs !== null && (
        <span className="text-muted text-xs">
          {' '}
          since <Time atMs={sinceMs} />
        </span>
      )}
      {reason !== null && <p className="mt-1 text-muted text-xs">{reason}</p>}
    </>
  );
}
