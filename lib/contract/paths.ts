import type { User } from '@/lib/domain/people/caller';

/** The path of every page. Links, redirects and revalidations use these. */
export const paths = {
  home: '/',
  docs: '/docs',
  login: '/login',
  code: '/login/code',
  secondFactor: '/second-factor',
  setup: '/setup',
  invite: '/invite',
  reset: '/reset',
  account: '/account',
  unsubscribe: '/unsubscribe',
  bots: '/bots',
  notifications: '/notifications',
  bot: (botId: string) =>
    ({
      page: `/bots/${botId}`,
      activity: `/bots/${botId}/activity`,
      analytics: `/bots/${botId}/analytics`,
      votes: `/bots/${botId}/votes`,
      alerts: `/bots/${botId}/alerts`,
      keys: `/bots/${botId}/keys`,
      settings: `/bots/${botId}/settings`,
    }) as const,
  admin: {
    overview: '/admin',
    bots: '/admin/bots',
    users: '/admin/users',
    keys: '/admin/keys',
    audit: '/admin/audit',
    signIns: '/admin/audit/sign-ins',
  },
} as const;

/** The page of the API reference about an operation, by its id, or about a subject. */
export const docsPath = (subject: string): string =>
  `${paths.docs}/${subject.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Where a person lands after signing in. */
export const startPageOf = ({ role }: Pick<User, 'role'>): string =>
  role === 'admin' ? paths.admin.overview : paths.bots;

/** A page's path with the fields of a query; without one, the path alone. */
export function withQuery(path: string, query: Readonly<Record<string, string | number>>): string {
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`;
}

/** Placeholder for the service's origin, replaced in the browser (RFC 2606: belongs to no one). */
export const ANY_ORIGIN = 'https://botmeter.example';
