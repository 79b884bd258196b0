import { Ban, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { QuotaStatus } from '@/lib/domain/quota';

/** Word, colour and icon of each status; the one place where they stand. */
export const STATUS_LOOK = {
  healthy: {
    word: 'Healthy',
    tone: 'healthy',
    icon: CircleCheck,
    text: 'text-healthy',
    mark: 'text-healthy-mark',
  },
  warning: {
    word: 'Warning',
    tone: 'warning',
    icon: TriangleAlert,
    text: 'text-warning',
    mark: 'text-warning-mark',
  },
  critical: {
    word: 'Critical',
    tone: 'critical',
    icon: CircleAlert,
    text: 'text-critical',
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

/** A bot or person that an administrator has disabled. */
export function DisabledBadge() {
  return <Badge icon={<Ban aria-hidden="true" />}>Disabled</Badge>;
}

/** The plan of a bot. */
export function PlanBadge({ displayName }: { displayName: string }) {
  return <Badge>{displayName}</Badge>;
}
