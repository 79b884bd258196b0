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

const ownOf = (role: Role | null): readonly Place[] =>
  role === null ? [] : role === 'admin' ? [...OWN, ...ADMIN] : OWN;

/** The links in the bar of every page; `null` is nobody who is signed in. */
export const navOf = (role: Role | null): Place[] => [...ownOf(role), ...ANYONE];

/** The pages that a signed-in person can search for. */
export const searchedOf = (role: Role): Place[] => [...ownOf(role), ...OF_PERSON, ...ANYONE];
