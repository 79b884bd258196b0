import { z } from 'zod';
import { parseNotificationCursor } from '@/lib/domain/alerts/notification';
import { BOT_SORTS } from '@/lib/domain/bots/bot-list';
import { isRange, type Range } from '@/lib/domain/history/history';
import { ACTIVITY_KINDS } from '@/lib/domain/people/activity';
import type { PageQuery } from '@/lib/domain/text/paging';
import { parseVoteCursor } from '@/lib/domain/votes/vote';

/**
 * The search parameters of each page, and of the reads that keep it up to date. An address is never refused: what is missing
 * or invalid gets its default.
 */

/** As Next hands them to a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** A text; `null` if it is missing, empty or sent twice. */
const text = z.string().min(1).nullable().catch(null);

/** The id of a row. */
const id = z
  .string()
  .regex(/^[\w-]+$/)
  .nullable()
  .catch(null);

const SEARCH_LENGTH_MAX = 200;
/** What is searched. No name contains a control character, and no database stores NUL. */
const searched = z
  .string()
  .transform((value) => value.replace(/\p{Cc}/gu, '').slice(0, SEARCH_LENGTH_MAX))
  .catch('');

const PAGE_MAX = 100_000;
/** The number of a page of a list, from 1. */
const page = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform((digits) => Math.min(Number(digits), PAGE_MAX))
  .catch(1);

const range = z.custom<Range>(isRange).catch('24h');

export const searchTextParams = z.object({ q: searched });
export const pageParams = z.object({ page });

/** A range by its name, or the days of the form of dates. */
const RANGE = { range: text, from: text, to: text };
type Ranged = { readonly range: string | null; readonly from: string | null; readonly to: string | null };

/** What an address gives, with its range; `null` without a valid one. */
function withRange<Given extends Ranged>({ range: named, from, to, ...rest }: Given) {
  const given = from === null ? named : `${from}..${to}`;
  return { ...rest, range: isRange(given) ? given : null };
}

/** A bot's overview. */
export const overviewParams = z
  .object({ ...RANGE, compare: z.literal('1').nullable().catch(null) })
  .transform(({ compare, ...given }) => {
    const { range } = withRange(given);
    return { isGiven: range !== null, range: range ?? '24h', isCompared: compare !== null };
  });

export const rangeParams = z.object({ range });

const ACTIVITY = {
  ...RANGE,
  kind: z.enum(ACTIVITY_KINDS).catch('all'),
  key: z.string().max(100).nullable().catch(null),
  error: z.string().max(100).nullable().catch(null),
};
/** A page of a bot's activity, and, without `page`, all of it. */
export const activityParams = z.object({ ...ACTIVITY, page }).transform(withRange);
export const wholeActivityParams = z
  .object({ ...ACTIVITY, page: page.nullable().default(null) })
  .transform(withRange);

export const analyticsParams = z
  .object({ ...RANGE, by: z.enum(['operation', 'key']).catch('operation') })
  .transform(withRange);
export const keysParams = z.object({ ...RANGE, page }).transform(withRange);

/** A bot's votes: of which days, behind which voter the list goes on, or whose source's log is shown. */
export const votesParams = z
  .object({ ...RANGE, source: id, before: z.string().transform(parseVoteCursor).catch(null) })
  .transform(withRange);

/** A bot's alerts, or the log of a webhook: a page of it, and the last event before a test whose result is awaited. */
export const alertsParams = z.object({ webhook: id, test: z.string().nullable().catch(null), page });

/** Notifications: of which bot, of which kind, whether unread ones alone, and behind which one the list goes on. */
export const notificationsParams = z.object({
  bot: text,
  kind: text,
  unread: z
    .literal('yes')
    .transform(() => true)
    .catch(false),
  before: z.string().transform(parseNotificationCursor).catch(null),
  open: text,
});

export const accountParams = z.object({ page, connected: text, error: text });

export const loginParams = z.object({
  callbackUrl: text,
  error: text,
  forgot: z.string().nullable().catch(null),
  notice: text,
  'signed-in': text,
});

export const codeParams = z.object({ callbackUrl: text });

/** A page that a link with a secret leads to. */
export const linkParams = z.object({ token: z.string().nullable().catch(null), error: text });

export type ListOptions = {
  /** The sort orders of the list; the first is the default. */
  readonly sorts: readonly string[];
  readonly isDescendingByDefault?: boolean;
  readonly filters?: readonly string[];
};

/** A list: `?q=…&sort=…&dir=desc&page=2`, and its own filters. */
export const listParams = ({ sorts, isDescendingByDefault = false, filters = [] }: ListOptions) =>
  z
    .object({
      q: searched,
      sort: z.enum(sorts as [string, ...string[]]).catch(sorts[0] ?? ''),
      dir: z.enum(['asc', 'desc']).catch(isDescendingByDefault ? 'desc' : 'asc'),
      page,
      ...Object.fromEntries(filters.map((name) => [name, searched])),
    })
    .transform(({ q, sort, dir, page, ...rest }): PageQuery => {
      const given = Object.entries(rest as Readonly<Record<string, string>>)
        .map(([name, value]) => [name, value.trim()] as const)
        .filter(([, value]) => value !== '');
      return { text: q, sort, isDescending: dir === 'desc', page, filters: Object.fromEntries(given) };
    });

export const ownBotsParams = listParams({ sorts: BOT_SORTS, filters: ['state'] });
