import { Badge } from '@/components/ui/badge';
import type { QuotaStatus } from '@/lib/domain/quota/quota';
import { STATE_LOOK } from './state-look';

/**
 * Colour of a quota's status. A healthy quota is green only if its bot is healthy: green on the page of a
 * silent bot would say that it is well.
 */
export const quotaLook = (status: QuotaStatus, isBotHealthy: boolean) =>
  status === 'healthy' && !isBotHealthy ? STATE_LOOK.new : STATE_LOOK[status];

/** The plan of a bot. */
export function PlanBadge({ displayName }: { displayName: string }) {
  return <Badge>{displayName}</Badge>;
}
