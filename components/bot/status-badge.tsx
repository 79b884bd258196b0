import { Badge } from '@/components/ui/badge';

/** The plan of a bot. */
export function PlanBadge({ displayName, className }: { displayName: string; className?: string }) {
  return (
    <Badge tone="outline" {...(className && { className })}>
      {displayName}
    </Badge>
  );
}
