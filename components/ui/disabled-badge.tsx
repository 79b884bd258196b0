import { Badge } from './badge';
import { Ban } from './icons';

/** Marks a bot or person that an admin has disabled. */
export function DisabledBadge() {
  return <Badge icon={<Ban aria-hidden="true" />}>Disabled</Badge>;
}
