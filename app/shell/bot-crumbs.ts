import type { Crumb } from '@/components/ui/page-header';
import { paths } from '@/lib/contract/paths';
import { findOtherOwner, type Owner } from '@/lib/services/bots/find';
import { caller, pagePorts } from '@/lib/session/current-user';

/** The owner of a bot that is not the reader's own; `null` for owners. */
export async function otherOwner(botId: string): Promise<Owner | null> {
  const found = await findOtherOwner(pagePorts(), await caller(), botId);
  return found.ok ? found.value : null;
}

/** The way back to the list that the reader followed: their own bots, or the admins' list. */
export const botsCrumb = (owner: Owner | null): Crumb =>
  owner === null ? { href: paths.bots, label: 'My bots' } : { href: paths.admin.bots, label: 'Bots' };
