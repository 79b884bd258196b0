/** Who is asking, and what they may do (product page, section 1). Services ask here; pages and routes never decide. */

export type Role = 'owner' | 'admin';
export const ROLES = ['owner', 'admin'] as const satisfies readonly Role[];

export type Principal =
  | { readonly kind: 'anonymous' }
  /** A signed-in person whose session was checked for this request. */
  | { readonly kind: 'person'; readonly userId: string; readonly role: Role }
  /** A bot's program, by its API key: may use the two endpoints for its own bot and nothing else. */
  | { readonly kind: 'key'; readonly botId: string }
  /** Whoever runs commands on the machine that holds the database. */
  | { readonly kind: 'operator' };

export const ANONYMOUS: Principal = { kind: 'anonymous' };
export const OPERATOR: Principal = { kind: 'operator' };

/** May register bots, make people, change plans, and read the audit log. */
export function mayAdminister(who: Principal): boolean {
  return who.kind === 'operator' || (who.kind === 'person' && who.role === 'admin');
}

/** May see a bot, send its statistics by hand and manage its keys: its owner and admins. */
export function mayManageBot(who: Principal, bot: { readonly ownerId: string }): boolean {
  return mayAdminister(who) || (who.kind === 'person' && who.userId === bot.ownerId);
}

/** How the audit log names who acted: a user's id, or the kind of caller. */
export function actorOf(who: Principal): string {
  return who.kind === 'person' ? who.userId : who.kind;
}

export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);
