import type { PersonNotice } from '@/lib/domain/alerts/notification';
import type { Analytics, Both } from '@/lib/domain/history/analytics';
import type { CoverageByDay } from '@/lib/domain/history/coverage';
import type { StoredPoint } from '@/lib/domain/history/summary';
import type { BotRole } from '@/lib/domain/people/bot-people';
import type { User } from '@/lib/domain/people/caller';
import type { UsageBreakdown } from '@/lib/domain/quota/breakdown';
import type { PlanName } from '@/lib/domain/quota/plan';
import type { Annotations } from './bot-view';

/** People whose name or address contains a text, for choosing one. */
export type PeopleView = { readonly people: readonly { readonly name: string; readonly email: string }[] };

/** The signed-in person, as the bar of every page shows them; read over PERSON_PATH. */
export type PersonView = Pick<User, 'id' | 'name' | 'email' | 'role' | 'timeZone'> & {
  /** Whether they have a list of own bots: every owner has one, also while it is empty. */
  readonly hasOwnBots: boolean;
  /** Unread notifications, at most UNREAD_MAX + 1. */
  readonly unread: number;
  /** Until the person dismisses them, newest first. */
  readonly notices: readonly ShownNotice[];
};

/** A notice to a person: what it is about, and its sentence. */
export type ShownNotice = Pick<PersonNotice, 'id' | 'atMs'> & {
  readonly about: 'account' | 'bots' | 'backups';
  readonly text: string;
};

/** The data of a bot's Analytics page. Times in milliseconds. */
export type AnalyticsView = {
  readonly nowMs: number;
  readonly bot: { readonly id: string; readonly name: string };
  readonly plan: PlanName;
  /** `null` if too many reads wait. */
  readonly analytics: PageAnalytics | null;
  /** What used the quota; `null` like `analytics`. */
  readonly breakdown: UsageBreakdown | null;
  /** Of the days of `breakdown`; `null` if there are none. */
  readonly annotations: Annotations | null;
};

/** The analytics of the API, the coverage by UTC day, and the last counts of these days. */
export type PageAnalytics = Analytics & {
  readonly days: CoverageByDay;
  readonly course: readonly ({ readonly atMs: number } & Both<number>)[];
};

/** Points of one response. */
export const HISTORY_POINTS = { max: 1_000, default: 100 } as const;

/** A page of a bot's stored history, for the table and the CSV file; read over BOT_HISTORY_PATH. */
export type HistoryPage = {
  readonly points: readonly StoredPoint[];
  /** Of the time of these points; `null` if there are none. */
  readonly annotations: Annotations | null;
  /** The value of the parameter `after` for the next page; `null` at the end. */
  readonly next: string | null;
};

/** Bots to choose from, for the search of every page; read over BOT_NAMES_PATH. */
export type BotNamesView = {
  readonly bots: readonly {
    readonly id: string;
    readonly name: string;
    /** The reader's role; `null` for owners and admins. */
    readonly role: BotRole | null;
  }[];
};
