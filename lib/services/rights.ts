import type { Caller } from '@/lib/domain/people/caller';

/**
 * Who may do what with a bot: each use case under the name of its function. A page, an action, a read of the pages and a
 * command may do what the use cases may that it calls. `owner`: the owner, admins and the operator. `self`: the owner alone,
 * because it is about that person. `admin`: admins and the operator, also with what is of no bot.
 */
export const RIGHTS = {
  administer: 'admin',
  readBot: 'owner',
  readBotHead: 'owner',
  readAnalyticsPage: 'owner',
  readActivity: 'owner',
  listHistory: 'owner',
  readSettings: 'owner',
  readPlanState: 'owner',
  readAlertSettings: 'owner',
  listMarks: 'owner',
  listKeys: 'owner',
  viewKeys: 'owner',
  listWebhooks: 'owner',
  listDeliveries: 'owner',
  readVotesPage: 'owner',
  hasVoted: 'owner',
  listSources: 'owner',
  deliveryLog: 'owner',
  sendStats: 'owner',
  changeSettings: 'owner',
  setPublic: 'owner',
  createKey: 'owner',
  rotateKey: 'owner',
  revokeKey: 'owner',
  changeAlertSettings: 'owner',
  createWebhook: 'owner',
  changeWebhook: 'owner',
  removeWebhook: 'owner',
  rotateSecret: 'owner',
  testWebhook: 'owner',
  sendAgain: 'owner',
  createSource: 'owner',
  deleteSource: 'owner',
  pauseSource: 'owner',
  resumeSource: 'owner',
  rotateSource: 'owner',
  purgeUser: 'owner',
  addMark: 'owner',
  deleteMark: 'owner',
  pauseBot: 'owner',
  resumeBot: 'owner',
  askForPlan: 'self',
  pinBot: 'self',
  chooseAlerts: 'self',
  getEvents: 'self',
} as const;

export type Right = keyof typeof RIGHTS;

/** Whether `who` may do `what` with a bot. The only place that decides it. */
export function may(who: Caller, bot: { readonly ownerId: string } | null, what: Right): boolean {
  const isAdmin = who.kind === 'operator' || (who.kind === 'person' && who.role === 'admin');
  if (isAdmin && RIGHTS[what] !== 'self') return true;
  return RIGHTS[what] !== 'admin' && who.kind === 'person' && who.userId === bot?.ownerId;
}

/** Whether a person gets notifications and mails about a bot, wherever they are when it is sent. */
export const mayGet = (userId: string, bot: { readonly ownerId: string } | null): boolean =>
  may({ kind: 'person', userId, role: 'owner', sessionHash: '' }, bot, 'getEvents');
