import { docsPath, paths } from '@/lib/contract/paths';
import type { Role } from '@/lib/domain/people/caller';

/** `short`: its name where there is little room. `isExact`: pages below `href` belong to other places. `range`: that of its charts. */
export type Place = {
  readonly href: string;
  readonly label: string;
  readonly icon: PlaceIcon;
  readonly short?: string;
  readonly isExact?: boolean;
  readonly range?: string;
};

/** The names of the icons in components/shell/nav-links.tsx. */
export type PlaceIcon =
  | ('overview' | 'activity' | 'analytics' | 'votes' | 'alerts' | 'keys' | 'settings')
  | ('bots' | 'notifications' | 'docs' | 'account' | 'admin' | 'people' | 'audit');

/** A bot's pages have a navigation of their own, and the bot may be another person's. */
const OWN: readonly Place[] = [{ href: paths.bots, label: 'My bots', icon: 'bots', isExact: true }];
const INBOX: Place = {
  href: paths.notifications,
  label: 'Notifications',
  icon: 'notifications',
  short: 'Inbox',
};
const DOCS: Place = { href: paths.docs, label: 'API reference', icon: 'docs', short: 'API' };
const ACCOUNT: Place = { href: paths.account, label: 'Account', icon: 'account' };
const ADMIN: readonly Place[] = [
  { href: paths.admin.overview, label: 'Overview', icon: 'admin', isExact: true },
  { href: paths.admin.bots, label: 'Bots', icon: 'bots' },
  { href: paths.admin.users, label: 'People', icon: 'people' },
  { href: paths.admin.keys, label: 'Keys', icon: 'keys' },
  { href: paths.admin.audit, label: 'Audit log', icon: 'audit' },
];

/** The pages of the API reference that are about no operation, in its order. */
export const GUIDES = [
  { href: paths.docs, label: 'Quick start' },
  { href: docsPath('libraries'), label: 'By library' },
  { href: docsPath('plans'), label: 'Plans' },
  { href: docsPath('people'), label: 'People of a bot' },
  { href: docsPath('webhooks'), label: 'Events' },
  { href: docsPath('signatures'), label: 'Signatures of webhooks' },
] as const;

/** A signed-in person; owners have their list of bots also while it is empty. */
export type Reader = { readonly role: Role; readonly hasOwnBots: boolean };

/** The lists of the sidebar; `null` is nobody who is signed in. */
export const listsOf = (reader: Reader | null): readonly Place[] =>
  reader === null ? [DOCS] : [...(reader.hasOwnBots ? OWN : []), INBOX, DOCS];

/** The pages of admins; empty for others. */
export const adminOf = (reader: Reader | null): readonly Place[] => (reader?.role === 'admin' ? ADMIN : []);

/** The pages that a signed-in person can search for. */
export const searchedOf = (reader: Reader): readonly Place[] => [
  ...listsOf(reader),
  ...adminOf(reader),
  ACCOUNT,
];

/** The sections of a bot; those with charts are led to with `range`, so that all of them show the same time. */
export function sectionsOf(botId: string, range: string | null = null): readonly Place[] {
  const ranged = range === null ? {} : { range };
  const { page, activity, analytics, votes, alerts, keys, settings } = paths.bot(botId);
  return [
    { href: page, label: 'Overview', icon: 'overview', isExact: true, ...ranged },
    { href: activity, label: 'Activity', icon: 'activity', ...ranged },
    { href: analytics, label: 'Analytics', icon: 'analytics', ...ranged },
    { href: votes, label: 'Votes', icon: 'votes', ...ranged },
    { href: alerts, label: 'Alerts', icon: 'alerts' },
    { href: keys, label: 'Keys', icon: 'keys', ...ranged },
    { href: settings, label: 'Settings', icon: 'settings' },
  ];
}

/** The links at the lower edge of a phone; the sidebar, which opens there, has all others. */
export function barOf(reader: Reader, botId: string | null, range: string | null): readonly Place[] {
  if (botId !== null) return sectionsOf(botId, range).filter(({ icon }) => IN_BAR.has(icon));
  return [...adminOf(reader).slice(0, 1), ...listsOf(reader), ACCOUNT].slice(0, 4);
}
const IN_BAR = new Set<PlaceIcon>(['overview', 'activity', 'analytics', 'alerts']);

/** The bot whose pages a path belongs to; `null` for another path. */
export const botIdAt = (path: string): string | null => /^\/bots\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? null;

/** Whether a page says in its address what its charts show, and shows what it does by itself without it. */
export const isRangeChosenAt = (path: string): boolean =>
  botIdAt(path) === null || /^\/bots\/\d+(?:\/(?:activity|analytics|keys|votes))?$/.test(path);
