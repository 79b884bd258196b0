import { BotHead, type BotTab } from '@/components/bot/bot-head';
import type { Elements } from '@/components/ui/elements';
import { readBotHead } from '@/lib/services/bots/read';
import { caller, pagePorts } from '@/lib/session/current-user';
import { botsCrumb, otherOwner } from './bot-crumbs';
import { orNotFound } from './or-not-found';
import { Shell } from './shell';

type Props = { botId: string; current: BotTab; children: Elements };

/** The layout of a bot's tabs: the head is the same on each. The overview keeps its own one up to date. */
export async function BotShell({ botId, current, children }: Props) {
  const head = orNotFound(await readBotHead(pagePorts(), await caller(), botId));
  const owner = await otherOwner(botId);
  const crumb = botsCrumb(owner);
  return (
    <Shell section={crumb.href}>
      <BotHead {...head} {...{ crumb, owner, current }} />
      {children}
    </Shell>
  );
}
