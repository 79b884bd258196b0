import { paths } from '@/lib/contract/paths';
import type { Role } from '@/lib/domain/people/caller';

type Place = { readonly href: string; readonly label: string; readonly isExact?: boolean };

const OWN: readonly Place[] = [{ href: paths.bots, label: 'My bots' }];
const ADMIN: readonly Place[] = [
  { href: paths.admin.overview, label: 'Overview', isExact: true },
  { href: paths.admin.bots, label: 'Bots' },
  { href: paths.admin.users, label: 'People' },
  { href: paths.admin.keys, label: 'Keys' },
  { href: paths.admin.audit, label: 'Audit log' },
];
const OF_PERSON: readonly Place[] = [
  { href: paths.notifications, label: 'Notifications' },
  { href: paths.account, label: 'Account' },
];
const ANYONE: readonly Place[] = [{ href: paths.docs, label: 'API' }];

/** A signed-in person; owners have their list of bots also while it is empty. */
export type Reader = { readonly role: Role; readonly hasOwnBots: boolean };

const ownOf = ({ role, hasOwnBots }: Reader): Place[] => [
  ...(hasOwnBots ? OWN : []),
  ...(role === 'admin' ? ADMIN : []),
];

/** The links in the bar of every page; `null` is nobody who is signed in. */
export const navOf = (reader: Reader | null): Place[] => [
  ...(reader === null ? [] : ownOf(reader)),
  ...ANYONE,
];

/** The pages that a signed-in person can search for. */
export const searchedOf = (reader: Reader): Place[] => [...ownOf(reader), ...OF_PERSON, ...ANYONE];

/** The pages of a bot. */
export const BOT_TABS = {
  page: 'Overview',
  activity: 'Activity',
  analytics: 'Analytics',
  votes: 'Votes',
  alerts: 'Alerts',
  keys: 'Keys',
  settings: 'Settings',
} as const;

export const tabsOf = (botId: string): Place[] => {
  const hrefs = paths.bot(botId);
  return (Object.keys(BOT_TABS) as (keyof typeof BOT_TABS)[]).map((tab) => ({
    href: hrefs[tab],
    label: BOT_TABS[tab],
  }));
};

/** The pages of the bot that a path belongs to; none for another path. */
export function tabsAt(path: string): Place[] {
  const [, botId] = /^\/bots\/(\d+)(?:\/|$)/.exec(path) ?? [];
  return botId === undefined ? [] : tabsOf(botId);
}
