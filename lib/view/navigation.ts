import { paths } from '@/lib/contract/paths';
import type { Role } from '@/lib/domain/people/caller';

type Place = { readonly href: string; readonly label: string; readonly isExact?: boolean };

/** A bot's pages have a navigation of their own, and the bot may be another person's. */
const OWN: readonly Place[] = [{ href: paths.bots, label: 'My bots', isExact: true }];
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
export function tabsOf(botId: string): Place[] {
  const { page, activity, analytics, votes, alerts, keys, settings } = paths.bot(botId);
  return [
    { href: page, label: 'Overview' },
    { href: activity, label: 'Activity' },
    { href: analytics, label: 'Analytics' },
    { href: votes, label: 'Votes' },
    { href: alerts, label: 'Alerts' },
    { href: keys, label: 'Keys' },
    { href: settings, label: 'Settings' },
  ];
}

/** The bot whose pages a path belongs to; `null` for another path. */
export const botIdAt = (path: string): string | null => /^\/bots\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? null;
