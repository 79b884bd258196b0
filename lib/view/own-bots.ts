import { OWN_BOTS_PER_PAGE, type OwnBotsView, ownBotsParams } from '@/lib/contract/own-bots';
import { paths } from '@/lib/contract/paths';
import type { BotListQuery, BotSort, StateCounts } from '@/lib/domain/bots/bot-list';
import { type BotStateName, WORST_FIRST } from '@/lib/domain/bots/bot-state';
import { pageLinks } from './list-query';
import { STATE_WORDS } from './state-words';

/** The cookie with the size of the rows of My bots, `large` or `compact`. */
export const ROWS_COOKIE = 'botmeter.rows';

/** The address of the list with a changed query; any change but of the page goes back to page 1. */
export function ownBotsHref(query: BotListQuery, change: Partial<BotListQuery>): string {
  const params = String(ownBotsParams({ ...query, page: 1, ...change }));
  return params === '' ? paths.bots : `${paths.bots}?${params}`;
}

/** All bots, whatever their state. */
export const numberOf = (counts: StateCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** One part of the line on top of the list; its link filters the list. */
export type SummaryPart = {
  /** `null` for all bots. */
  readonly state: BotStateName | null;
  readonly text: string;
  readonly href: string;
  readonly isChosen: boolean;
};

/** `10 bots · 1 stopped · 1 silent`: all bots, and those in each state but healthy, worst first. */
export function summaryOf(counts: StateCounts, query: BotListQuery): SummaryPart[] {
  const total = numberOf(counts);
  const part = (state: BotStateName | null, text: string): SummaryPart => ({
    state,
    text,
    href: ownBotsHref(query, { state }),
    isChosen: state === query.state,
  });
  const isListed = (state: BotStateName) =>
    state === query.state || (state !== 'healthy' && counts[state] > 0);
  return [
    part(null, `${total} ${total === 1 ? 'bot' : 'bots'}`),
    ...WORST_FIRST.filter(isListed).map((state) =>
      part(state, `${counts[state]} ${STATE_WORDS[state].toLowerCase()}`),
    ),
  ];
}

const SORT_LABELS: Readonly<Record<BotSort, string>> = {
  state: 'State',
  name: 'Name',
  use: 'Use',
  report: 'Last report',
};
/** The direction at the first click: what one looks for first. */
const DESCENDING_FIRST: Readonly<Record<BotSort, boolean>> = {
  state: false,
  name: false,
  use: true,
  report: false,
};

/** The choices of order. The chosen one reverses its direction, which its label shows. */
export const sortLinks = (query: BotListQuery) =>
  (Object.keys(SORT_LABELS) as BotSort[]).map((sort) => {
    const isChosen = sort === query.sort;
    const isDescending = isChosen ? !query.isDescending : DESCENDING_FIRST[sort];
    const arrow = isChosen ? (query.isDescending ? ' ↓' : ' ↑') : '';
    return {
      value: sort,
      label: SORT_LABELS[sort] + arrow,
      href: ownBotsHref(query, { sort, isDescending }),
    };
  });

/** The position in the list, and links to the neighbouring pages. */
export const ownBotsPages = ({ page, total }: OwnBotsView, query: BotListQuery) =>
  pageLinks({ page, total, pageSize: OWN_BOTS_PER_PAGE }, (to) => ownBotsHref(query, { page: to }));
