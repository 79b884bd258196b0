import type { Metadata } from 'next';
import { readHead } from '@/app/shell/read-head';
import { botPageTitle } from '@/lib/view/state-words';

/** The title of a tab, with the bot's state. In the browser the head keeps it up to date. */
export const titleOf =
  (tab: string) =>
  async ({ params }: { readonly params: Promise<{ readonly botId: string }> }): Promise<Metadata> => {
    const head = await readHead((await params).botId);
    return head.ok ? { title: { absolute: botPageTitle(head.value, tab) } } : {};
  };
