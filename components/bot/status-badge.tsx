import { Badge } from '@/components/ui/badge';

/** The plan of a bot. */
export function PlanBadge({ displayName }: { displayName: string }) {
  return <Badge tone="outline">{displayName}</Badge>;
}
