import { Badge } from '@/components/ui/badge';
import type { QuotaStatus } from '@/lib/domain/quota/quota';
import { STATE_WORDS } from '@/lib/view/state-words';
import { STATE_LOOK } from './state-look';

/**
 * Colour and icon of a quota's status. A healthy quota is green only if its bot is healthy: green on the page of a
 * silent bot would say that it is well.
 */
export const quotaLook = (status: QuotaStatus, isBotHealthy: boolean) =>
  status === 'healthy' && !isBotHealthy ? STATE_LOOK.new : STATE_LOOK[status];

type StatusBadgeProps = { status: QuotaStatus; isBotHealthy: boolean };

/** The status of a quota alone; StateBadge shows the state of the bot. */
export function StatusBadge({ status, isBotHealthy }: StatusBadgeProps) {
  const { tone, icon: Icon } = quotaLook(status, isBotHealthy);
  return (
    <Badge tone={tone} icon={tone !== 'neutral' && <Icon />}>
      {STATE_WORDS[status]}
    </Badge>
  );
}

/** The plan of a bot. */
export function PlanBadge({ displayName }: { displayName: string }) {
  return <Badge>{displayName}</Badge>;
}
