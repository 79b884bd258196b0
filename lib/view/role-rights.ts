/** The least role that may; `self` is about the person who does it, so that an admin needs a role too. */
type RoleRight = {
  readonly what: string;
  readonly least: 'viewer' | 'manager' | 'owner' | 'admin';
  readonly isSelf?: true;
};

/** What each role may do with a bot, in words. A test compares it with lib/services/rights.ts. */
export const ROLE_RIGHTS: readonly RoleRight[] = [
  { what: 'See its pages, download its counts', least: 'viewer' },
  { what: 'Choose own alerts, pin it, leave it', least: 'viewer', isSelf: true },
  { what: 'Send reports, change settings, marks and silences', least: 'manager' },
  { what: 'Make, rotate and revoke keys', least: 'manager' },
  { what: 'Webhooks and their deliveries', least: 'manager' },
  { what: 'Vote sources and who voted', least: 'manager' },
  { what: 'Ask for a larger plan', least: 'manager', isSelf: true },
  { what: 'Public page', least: 'owner' },
  { what: 'People', least: 'owner' },
  { what: 'Delete it, give it away, change its plan', least: 'admin' },
];
