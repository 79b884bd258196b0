import type { BotRole } from '@/lib/domain/people/bot-people';
import type { Caller } from '@/lib/domain/people/caller';

/**
 * Who may do what with a bot: each use case under the name of its function, with the least role that may. A page, an action, a
 * read of the pages and a command may do what the use cases may that it calls. A manager may do what a viewer may, and the
 * owner what a manager may. Admins and the operator may do all, but what is about the person who does it (OF_ONESELF).
 * `admin`: they alone, also with what is of no bot.
 */
export const RIGHTS = {
  administer: 'admin',
  readBot: 'viewer',
  readBotHead: 'viewer',
  readAnalyticsPage: 'viewer',
  readActivity: 'viewer',
  listHistory: 'viewer',
  readSettings: 'viewer',
  readPlanState: 'viewer',
  readAlertSettings: 'viewer',
  listMarks: 'viewer',
  listKeys: 'viewer',
  viewKeys: 'viewer',
  listWebhooks: 'manager',
  listDeliveries: 'manager',
  readVotesPage: 'viewer',
  hasVoted: 'manager',
  listSources: 'manager',
  deliveryLog: 'manager',
  sendStats: 'manager',
  changeSettings: 'manager',
  setPublic: 'owner',
  createKey: 'manager',
  rotateKey: 'manager',
  revokeKey: 'manager',
  changeAlertSettings: 'manager',
  createWebhook: 'manager',
  changeWebhook: 'manager',
  removeWebhook: 'manager',
  rotateSecret: 'manager',
  testWebhook: 'manager',
  sendAgain: 'manager',
  createSource: 'manager',
  deleteSource: 'manager',
  pauseSource: 'manager',
  resumeSource: 'manager',
  rotateSource: 'manager',
  purgeUser: 'manager',
  addMark: 'manager',
  deleteMark: 'manager',
  pauseBot: 'manager',
  resumeBot: 'manager',
  askForPlan: 'manager',
  pinBot: 'viewer',
  chooseAlerts: 'viewer',
  getEvents: 'viewer',
  readPeople: 'owner',
  invitePerson: 'owner',
  withdrawBotInvitation: 'owner',
  changePerson: 'owner',
  removePerson: 'owner',
  leaveBot: 'viewer',
} as const satisfies Record<string, BotRole | 'owner' | 'admin'>;

export type Right = keyof typeof RIGHTS;

/** About the person who does it: an admin who has no role with the bot may not. */
export const OF_ONESELF: ReadonlySet<Right> = new Set([
  'askForPlan',
  'pinBot',
  'chooseAlerts',
  'getEvents',
  'leaveBot',
]);

/** A bot, and the role that the caller has with it beside its owner. */
export type BotOf = { readonly ownerId: string; readonly role?: BotRole | undefined };

const RANK = { viewer: 1, manager: 2, owner: 3, admin: 4 } as const;

/** Whether `who` may do `what` with a bot. The only place that decides it. */
export function may(who: Caller, bot: BotOf | null, what: Right): boolean {
  const isAdmin = who.kind === 'operator' || (who.kind === 'person' && who.role === 'admin');
  if (isAdmin && !OF_ONESELF.has(what)) return true;
  if (who.kind !== 'person' || bot === null) return false;
  const role = who.userId === bot.ownerId ? 'owner' : bot.role;
  return role !== undefined && RANK[role] >= RANK[RIGHTS[what]];
}
