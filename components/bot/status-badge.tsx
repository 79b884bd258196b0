import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { QuotaStatus } from '@/lib/domain/quota';

/** Label, colour and icon of each status; defined only here. */
export const STATUS_LOOK = {
  healthy: {
    word: 'Healthy',
    tone: 'healthy',
    icon: CircleCheck,
    mark: 'text-healthy-mark',
  },
  warning: {
    word: 'Warning',
    tone: 'warning',
    icon: TriangleAlert,
    mark: 'text-warning-mark',
  },
  critical: {
    word: 'Critical',
    tone: 'critical',
    icon: CircleAlert,
    mark: 'text-critical-mark',
  },
} as const satisfies Record<QuotaStatus, unknown>;

/** The status of a quota. */
export function StatusBadge({ status }: { status: QuotaStatus }) {
  const { word, tone, icon: Icon } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  );
}

/** The plan of a bot. */
export function PlanBadge({ displayName }: { displayName: string }) {
  return <Badge>{displayName}</Badge>;
}
