/** People who sign in. */

export type Role = 'owner' | 'admin';
export const ROLES = ['owner', 'admin'] as const satisfies readonly Role[];

export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);

export type User = {
  readonly id: string;
  /** Normalized by parseEmail; unique. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly createdAtMs: number;
  /** An IANA name; `null` for that of the browser, and UTC in messages. */
  readonly timeZone: string | null;
};

/** Whether this is an admin who can sign in; at least one must remain. */
export const isActingAdmin = (user: Pick<User, 'role' | 'isDisabled'>): boolean =>
  user.role === 'admin' && !user.isDisabled;

/** A person in the admins' list. */
export type UserListing = {
  readonly user: User;
  readonly botCount: number;
  /** Accounts at other providers that sign this person in. */
  readonly identityCount: number;
};

/** A person and their current password hash (`''` for none). Never leaves the server. */
export type PasswordVersion = { readonly userId: string; readonly passwordHash: string };
