import { z } from 'zod';
import {
  ACTIVITY_PATH,
  BOT_HISTORY_PATH,
  BOT_KEYS_PATH,
  BOT_NAMES_PATH,
  BOT_VIEW_PATH,
  BOT_VOTES_PATH,
  COMBINED_PATH,
  OWN_BOTS_PATH,
  PEOPLE_PATH,
  UNREAD_PATH,
} from '@/lib/contract/api-paths';
import { ownBotsFields, toBotListQuery } from '@/lib/contract/own-bots-query';
import { HISTORY_POINTS } from '@/lib/contract/views';
import type { VotesPageView } from '@/lib/contract/votes-view';
import { parseRange } from '@/lib/domain/history/history';
import { HISTORY_ORDERS, parseCursor } from '@/lib/domain/history/summary';
import { parseActivityKind, parseDay } from '@/lib/domain/people/activity';
import { parsePage, parseSearch } from '@/lib/domain/text/paging';
import { parseVotePlace } from '@/lib/domain/votes/vote';
import { readActivity } from '@/lib/services/activity/read';
import { readCombined } from '@/lib/services/bots/combined';
import { listOwnBots, suggestBots } from '@/lib/services/bots/list';
import { readBot } from '@/lib/services/bots/read';
import { listHistory } from '@/lib/services/bots/view-history';
import { viewKeys } from '@/lib/services/keys/find';
import { countUnread } from '@/lib/services/notifications/unread';
import { type Result, unversioned, whole } from '@/lib/services/result';
import { suggestPeople } from '@/lib/services/users/find';
import { viewVotes } from '@/lib/services/votes/view';
import { sessionOperation } from '../operation';

/** A parameter of which `parse` makes the best: nothing in it is an error. */
const given = <T>(parse: (value: unknown) => T) => z.unknown().optional().transform(parse);

/** A page of the signed-in person's bots. */
export const listOwnBotsOperation = sessionOperation({
  path: OWN_BOTS_PATH,
  query: ownBotsFields,
  handle: (ports, { who, query, hold }) => listOwnBots(ports, who, toBotListQuery(query), hold),
});

/** All bots of the signed-in person together, for a chart. */
export const readCombinedOperation = sessionOperation({
  path: COMBINED_PATH,
  handle: (ports, { who, hold }) => readCombined(ports, who, { hold }),
});

/** People to choose an owner from, for admins. */
export const suggestPeopleOperation = sessionOperation({
  path: PEOPLE_PATH,
  query: z.object({ q: given(parseSearch) }),
  handle: async (ports, { who, query }) => unversioned(await suggestPeople(ports, who, query.q)),
});

/** The first bots of a name, for the search of every page. */
export const suggestBotsOperation = sessionOperation({
  path: BOT_NAMES_PATH,
  query: z.object({ q: given(parseSearch) }),
  handle: async (ports, { who, query }) => whole(await suggestBots(ports, who, query.q)),
});

/** One bot with its reports of a range, for its page; an invalid range is the last 24 hours. */
export const readBotOperation = sessionOperation({
  path: BOT_VIEW_PATH,
  query: z.object({
    range: given(parseRange),
    compare: z.unknown().optional(),
  }),
  handle: (ports, { who, params, query: { range, compare }, hold }) =>
    readBot(ports, who, params.botId, range, { hold, isCompared: compare === '1' }),
});

/** A page of a bot's stored history, for the table and the CSV file of its page. Invalid parameters are ignored. */
export const readHistoryOperation = sessionOperation({
  path: BOT_HISTORY_PATH,
  query: z.object({
    range: given(parseRange),
    order: z.enum(HISTORY_ORDERS).catch('newest'),
    after: given(parseCursor),
    max: z.coerce.number().int().min(1).max(HISTORY_POINTS.max).catch(HISTORY_POINTS.default),
  }),
  handle: async (ports, { who, params, query, hold }) =>
    unversioned(await listHistory(ports, who, params.botId, query, hold)),
});

/** One bot's activity: a page of it, or without `page` all, for the CSV file. An invalid kind or day is all. */
export const readActivityOperation = sessionOperation({
  path: ACTIVITY_PATH,
  query: z.object({
    kind: given(parseActivityKind),
    day: given(parseDay),
    page: given((page) => (page === undefined ? null : parsePage(page))),
  }),
  handle: async (ports, { who, params, query, hold }) =>
    whole(await readActivity(ports, who, params.botId, query, query.page, hold)),
});

/** A page of one bot's keys; an invalid page is the first. */
export const listBotKeysOperation = sessionOperation({
  path: BOT_KEYS_PATH,
  query: z.object({ page: given(parsePage) }),
  handle: async (ports, { who, params, query }) =>
    whole(await viewKeys(ports, who, params.botId, query.page)),
});

/** One bot's votes, with a page of its voters; an invalid place is the newest. */
export const listBotVotesOperation = sessionOperation({
  path: BOT_VOTES_PATH,
  query: z.object({
    before: given((place) => parseVotePlace(String(place ?? ''))),
  }),
  handle: async (ports, { who, params, query, hold }) =>
    // Only a page that is rendered is sent without its votes.
    whole((await viewVotes(ports, who, params.botId, query.before, { hold })) as Result<VotesPageView>),
});

/** The number at the bell. */
export const countUnreadOperation = sessionOperation({
  path: UNREAD_PATH,
  handle: async (ports, { who }) => whole(await countUnread(ports, who)),
});
