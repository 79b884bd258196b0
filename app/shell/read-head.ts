import { cache } from 'react';
import { readBotHead } from '@/lib/services/bots/read';
import { caller, pagePorts } from '@/lib/session/current-user';

/** What the head of a bot's pages and the sidebar show: one read per request, for the title too. */
export const readHead = cache(async (botId: string) => readBotHead(pagePorts(), await caller(), botId));
