import type { Metadata } from 'next';
import { cache } from 'react';
import { readBotHead } from '@/lib/services/bots/read';
import { caller, pagePorts } from '@/lib/session/current-user';
import { botPageTitle } from '@/lib/view/state-words';

/** What the head of a bot's pages shows: one read per request, for the title too. */
export const readHead = cache(async (botId: string) => readBotHead(pagePorts(), await caller(), botId));

/** The title of a tab, with the bot's state. In the browser the head keeps it up to date. */
export const titleOf =
  (tab: string) =>
  async ({ params }: { readonly params: Promise<{ readonly botId: string }> }): Promise<Metadata> => {
    const head = await readHead((await params).botId);
    return head.ok ? { title: { absolute: botPageTitle(head.value, tab) } } : {};
  };
