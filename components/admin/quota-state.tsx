import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { QuotaStatus } from '@/lib/domain/quota';

const LOOK = {
  healthy: { word: 'Healthy', icon: CircleCheck },
  warning: { word: 'Warning', icon: TriangleAlert },
  critical: { word: 'Critical', icon: CircleAlert },
} as const satisfies Record<QuotaStatus, unknown>;

/** A quota's status in word, icon and colour. */
export function QuotaState({ status }: { status: QuotaStatus }) {
  const { word, icon: Icon } = LOOK[status];
  return (
    <Badge tone={status} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  );
}
