import { z } from 'zod';
import {
  ACTIVITY_PATH,
  BOT_HEAD_PATH,
  BOT_HISTORY_PATH,
  BOT_KEYS_PATH,
  BOT_NAMES_PATH,
  BOT_VIEW_PATH,
  BOT_VOTES_PATH,
  COMBINED_PATH,
  OWN_BOTS_PATH,
  PEOPLE_PATH,
  PERSON_PATH,
} from '@/lib/contract/api-paths';
import {
  overviewParams,
  ownBotsParams,
  pageParams,
  rangeParams,
  searchTextParams,
  votesParams,
  wholeActivityParams,
} from '@/lib/contract/search-params';
import { HISTORY_POINTS } from '@/lib/contract/views';
import type { VotesPageView } from '@/lib/contract/votes-view';
import { HISTORY_ORDERS, parseCursor } from '@/lib/domain/history/summary';
import { readActivity } from '@/lib/services/activity/read';
import { readCombined } from '@/lib/services/bots/combined';
import { listOwnBots, suggestBots } from '@/lib/services/bots/list';
import { readBot, readBotHead } from '@/lib/services/bots/read';
import { listHistory } from '@/lib/services/bots/view-history';
import { viewKeys } from '@/lib/services/keys/find';
import { type Result, unversioned, whole } from '@/lib/services/result';
import { suggestPeople } from '@/lib/services/users/find';
import { readPerson } from '@/lib/services/users/person';
import { viewVotes } from '@/lib/services/votes/view';
import { sessionOperation } from '../operation';

/** A page of the signed-in person's bots. */
export const listOwnBotsOperation = sessionOperation({
  path: OWN_BOTS_PATH,
  query: ownBotsParams,
  handle: (ports, { who, query, hold }) => listOwnBots(ports, who, query, hold),
});

/** All bots of the signed-in person together, for a chart. */
export const readCombinedOperation = sessionOperation({
  path: COMBINED_PATH,
  handle: (ports, { who, hold }) => readCombined(ports, who, { hold }),
});

/** People to choose an owner from, for admins. */
export const suggestPeopleOperation = sessionOperation({
  path: PEOPLE_PATH,
  query: searchTextParams,
  handle: async (ports, { who, query }) => unversioned(await suggestPeople(ports, who, query.q)),
});

/** The first bots of a name, for the search of every page. */
export const suggestBotsOperation = sessionOperation({
  path: BOT_NAMES_PATH,
  query: searchTextParams,
  handle: async (ports, { who, query }) => whole(await suggestBots(ports, who, query.q)),
});

/** One bot with its reports of a range, for its page; an invalid range is the last 24 hours. */
export const readBotOperation = sessionOperation({
  path: BOT_VIEW_PATH,
  query: overviewParams,
  handle: (ports, { who, params, query: { range, isCompared }, hold }) =>
    readBot(ports, who, params.botId, range, { hold, isCompared }),
});

/** What the head of a bot's pages shows. */
export const readBotHeadOperation = sessionOperation({
  path: BOT_HEAD_PATH,
  handle: async (ports, { who, params }) => whole(await readBotHead(ports, who, params.botId)),
});

/** A page of a bot's stored history, for the table and the CSV file of its page. Invalid parameters are ignored. */
export const readHistoryOperation = sessionOperation({
  path: BOT_HISTORY_PATH,
  query: rangeParams.extend({
    order: z.enum(HISTORY_ORDERS).catch('newest'),
    after: z.unknown().optional().transform(parseCursor),
    max: z.coerce.number().int().min(1).max(HISTORY_POINTS.max).catch(HISTORY_POINTS.default),
  }),
  handle: async (ports, { who, params, query, hold }) =>
    unversioned(await listHistory(ports, who, params.botId, query, hold)),
});

/** One bot's activity: a page of it, or without `page` all, for the CSV file. An invalid kind or range is all. */
export const readActivityOperation = sessionOperation({
  path: ACTIVITY_PATH,
  query: wholeActivityParams,
  handle: async (ports, { who, params, query, hold }) =>
    whole(await readActivity(ports, who, params.botId, query, query.page, { hold })),
});

/** A page of one bot's keys; an invalid page is the first. */
export const listBotKeysOperation = sessionOperation({
  path: BOT_KEYS_PATH,
  query: pageParams,
  handle: async (ports, { who, params, query, hold }) =>
    whole(await viewKeys(ports, who, params.botId, query.page, { hold })),
});

/** One bot's votes, with a page of its voters; an invalid cursor is the newest. */
export const listBotVotesOperation = sessionOperation({
  path: BOT_VOTES_PATH,
  query: votesParams,
  handle: async (ports, { who, params, query: { before: cursor, range }, hold }) => {
    const viewed = await viewVotes(ports, who, params.botId, { cursor, range: range ?? '30d' }, { hold });
    // Only a page that is rendered is sent without its votes.
    return whole(viewed as Result<VotesPageView>);
  },
});

/** The signed-in person, for the bar of every page. */
export const readPersonOperation = sessionOperation({
  path: PERSON_PATH,
  handle: async (ports, { who }) => whole(await readPerson(ports, who)),
});
