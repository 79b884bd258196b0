import { ALL_ACTIVITY } from '@/lib/domain/people/activity';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { searchAccess } from '@/lib/services/access/access-log';
import { readActivity } from '@/lib/services/activity/read';
import { changeAlertSettings, readAlertSettings } from '@/lib/services/alerts/settings';
import { readAnalyticsPage } from '@/lib/services/analytics/read';
import { searchAudit } from '@/lib/services/audit/search';
import { changeBot } from '@/lib/services/bots/change';
import { readCombined } from '@/lib/services/bots/combined';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { findOtherOwner } from '@/lib/services/bots/find';
import { listBots, listOwnBots, searchBots, suggestBots } from '@/lib/services/bots/list';
import { pinBot } from '@/lib/services/bots/pin';
import { askForPlan, declinePlan, grantPlan, readPlanState } from '@/lib/services/bots/plan-request';
import { setPublic } from '@/lib/services/bots/publish';
import { readBot, readBotHead } from '@/lib/services/bots/read';
import { changeSettings, readSettings } from '@/lib/services/bots/settings';
import { listHistory } from '@/lib/services/bots/view-history';
import { sendStats } from '@/lib/services/calls/send';
import { chooseOwnDigest, readOwnDigest } from '@/lib/services/digests/choose';
import { listOwnEvents, markRead, markTheseRead } from '@/lib/services/events/list-own';
import { connectIdentity, disconnectIdentity, listOwnIdentities } from '@/lib/services/identities/own';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { listKeys, searchKeys, viewKeys } from '@/lib/services/keys/find';
import { inviteUser, issueReset, listInvitations, withdrawInvitation } from '@/lib/services/links/issue';
import { addMark, deleteMark, listMarks } from '@/lib/services/marks/marks';
import { dismissOwnNotices } from '@/lib/services/notices/notices';
import { readBotGroups, readOverview } from '@/lib/services/overview/overview';
import { changeOwnPassword, confirmPassword } from '@/lib/services/passwords/own';
import { setPassword } from '@/lib/services/passwords/set';
import {
  answerBotInvitation,
  changePerson,
  invitePerson,
  leaveBot,
  removePerson,
  withdrawBotInvitation,
} from '@/lib/services/people/change';
import { listOwnInvitations, readPeople } from '@/lib/services/people/read';
import type { Result } from '@/lib/services/result';
import type { Right } from '@/lib/services/rights';
import {
  confirmFactor,
  forgetBrowser,
  readOwnFactor,
  removeFactor,
  renewCodes,
  startFactor,
} from '@/lib/services/second-factor/own';
import { endOneSession, endOwnSessions } from '@/lib/services/sessions/end';
import { listOwnSessions } from '@/lib/services/sessions/find';
import { pauseBot, resumeBot } from '@/lib/services/silences/pause';
import { changeUser, deleteUser, setOwnTimeZone } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { listUsers, searchUsers, suggestPeople } from '@/lib/services/users/find';
import { readPerson } from '@/lib/services/users/person';
import { purgeUser } from '@/lib/services/votes/purge';
import { hasVoted, readVotesPage } from '@/lib/services/votes/read';
import {
  createSource,
  deleteSource,
  deliveryLog,
  listSources,
  pauseSource,
  resumeSource,
  rotateSource,
} from '@/lib/services/votes/sources';
import { viewVotes } from '@/lib/services/votes/view';
import { changeWebhook, removeWebhook, rotateSecret } from '@/lib/services/webhooks/change';
import { createWebhook } from '@/lib/services/webhooks/create';
import { listDeliveries, listWebhooks } from '@/lib/services/webhooks/find';
import { sendAgain, testWebhook } from '@/lib/services/webhooks/send-again';
import { BOT_ID } from './accounts';
import { ALL_BOTS } from './fixtures';

/** Every use case that asks for a caller, called with what it accepts. */

type Call = (ports: Ports, who: Caller) => Promise<Result<unknown>>;
type OfBot = (ports: Ports, who: Caller, botId: string, keyId: string) => ReturnType<Call>;

const PASSWORD = 'tangerine kettle 42';
const QUERY = { text: '', sort: '', isDescending: false, page: 1 };
const IDENTITY = { provider: 'discord', subject: '42' };
const SETTINGS = { name: 'Changed', silentAfterMs: 300_000 };
const WEBHOOK = { botId: BOT_ID, url: 'https://hook.example.org/', eventTypes: ['bot.silent'] } as const;
const KEY = { botId: BOT_ID, name: 'another', expiresAtMs: null };

const MARK = { text: 'Moved', kind: 'note', atMs: null } as const;

export const FOR_ADMINS: Record<string, Call> = {
  createUser: (p, who) => createUser(p, who, { email: 'new@example.org', role: 'owner', password: PASSWORD }),
  changeUser: (p, who) => changeUser(p, who, { userId: 'other' }, { name: 'Changed' }),
  'changeUser of an unknown address': (p, who) =>
    changeUser(p, who, { email: 'no@example.org' }, { isDisabled: true }),
  setPassword: (p, who) => setPassword(p, who, { userId: 'other' }, PASSWORD),
  inviteUser: (p, who) => inviteUser(p, who, { email: 'new@example.org', role: 'owner' }),
  issueReset: (p, who) => issueReset(p, who, { userId: 'other' }),
  withdrawInvitation: (p, who) => withdrawInvitation(p, who, 'invited'),
  listInvitations: (p, who) => listInvitations(p, who),
  suggestPeople: (p, who) => suggestPeople(p, who, 'o'),
  readOverview: (p, who) => readOverview(p, who),
  readBotGroups: (p, who) => readBotGroups(p, who),
  findOtherOwner: (p, who) => findOtherOwner(p, who, BOT_ID),
  deleteUser: (p, who) => deleteUser(p, who, { userId: 'unowned' }),
  listUsers: (p, who) => listUsers(p, who),
  createBot: (p, who) =>
    createBot(p, who, { id: '9'.repeat(18), name: 'New', owner: { userId: 'owner' }, plan: 'free' }),
  changeBot: (p, who) => changeBot(p, who, BOT_ID, { plan: 'business' }),
  'changeBot with a new owner': (p, who) => changeBot(p, who, BOT_ID, { owner: { userId: 'other' } }),
  deleteBot: (p, who) => deleteBot(p, who, BOT_ID),
  grantPlan: (p, who) => grantPlan(p, who, { botId: BOT_ID, askedAtMs: 0 }),
  declinePlan: (p, who) => declinePlan(p, who, { botId: BOT_ID, askedAtMs: 0 }, 'Not now'),
  listBots: (p, who) => listBots(p, who),
  searchBots: (p, who) => searchBots(p, who, QUERY),
  searchUsers: (p, who) => searchUsers(p, who, QUERY),
  searchKeys: (p, who) => searchKeys(p, who, QUERY),
  searchAudit: (p, who) => searchAudit(p, who, QUERY),
  searchAccess: (p, who) => searchAccess(p, who, QUERY),
};

/** Of a bot, of a webhook or a source of it, each under the name of its right. */
export const OF_A_BOT: Record<Exclude<Right, 'administer' | 'getEvents'>, OfBot> = {
  readActivity: (p, who, botId) => readActivity(p, who, botId, ALL_ACTIVITY, 1),
  readBot: (p, who, botId) => readBot(p, who, botId, '24h'),
  readBotHead: (p, who, botId) => readBotHead(p, who, botId),
  sendStats: (p, who, botId) => sendStats(p, who, botId, { serverCount: 1, userCount: 1, shardCount: 1 }),
  createKey: (p, who, botId) => createKey(p, who, { ...KEY, botId }),
  listKeys: (p, who, botId) => listKeys(p, who, botId, 1),
  viewKeys: (p, who, botId) => viewKeys(p, who, botId, 1),
  rotateKey: (p, who, _, keyId) => rotateKey(p, who, keyId, '1h'),
  revokeKey: (p, who, _, keyId) => revokeKey(p, who, keyId),
  readSettings: (p, who, botId) => readSettings(p, who, botId),
  readPlanState: (p, who, botId) => readPlanState(p, who, botId),
  setPublic: (p, who, botId) => setPublic(p, who, botId, true),
  changeSettings: (p, who, botId) => changeSettings(p, who, botId, SETTINGS),
  createWebhook: (p, who, botId) => createWebhook(p, who, { ...WEBHOOK, botId, url: '' }),
  listWebhooks: (p, who, botId) => listWebhooks(p, who, botId),
  changeWebhook: (p, who, botId) => changeWebhook(p, who, `hook of ${botId}`, { isOn: false }),
  removeWebhook: (p, who, botId) => removeWebhook(p, who, `hook of ${botId}`),
  rotateSecret: (p, who, botId) => rotateSecret(p, who, `hook of ${botId}`),
  testWebhook: (p, who, botId) => testWebhook(p, who, `hook of ${botId}`),
  listDeliveries: (p, who, botId) => listDeliveries(p, who, `hook of ${botId}`, 1),
  sendAgain: (p, who, botId) => sendAgain(p, who, `hook of ${botId}`, 'unknown'),
  createSource: (p, who, botId) => createSource(p, who, { botId, kind: 'topgg', name: '' }),
  listSources: (p, who, botId) => listSources(p, who, botId),
  deleteSource: (p, who, botId) => deleteSource(p, who, `source of ${botId}`),
  pauseSource: (p, who, botId) => pauseSource(p, who, `source of ${botId}`),
  resumeSource: (p, who, botId) => resumeSource(p, who, `source of ${botId}`),
  rotateSource: (p, who, botId) => rotateSource(p, who, `source of ${botId}`, { keepsFormer: false }),
  deliveryLog: (p, who, botId) => deliveryLog(p, who, `source of ${botId}`),
  purgeUser: (p, who, botId) => purgeUser(p, who, botId, '1'),
  addMark: (p, who, botId) => addMark(p, who, botId, MARK),
  deleteMark: (p, who, botId) => deleteMark(p, who, botId, '1'),
  listMarks: (p, who, botId) => listMarks(p, who, botId),
  pauseBot: (p, who, botId) => pauseBot(p, who, botId, { minutes: 1 }),
  resumeBot: (p, who, botId) => resumeBot(p, who, botId),
  hasVoted: (p, who, botId) => hasVoted(p, who, botId, '1'),
  readVotesPage: (p, who, botId) => readVotesPage(p, who, botId, { limit: 1, cursor: null, range: '30d' }),
  readAlertSettings: (p, who, botId) => readAlertSettings(p, who, botId),
  changeAlertSettings: (p, who, botId) => changeAlertSettings(p, who, botId, {}),
  chooseAlerts: (p, who, botId) => changeAlertSettings(p, who, botId, { own: {} }),
  readAnalyticsPage: (p, who, botId) => readAnalyticsPage(p, who, botId),
  listHistory: (p, who, botId) =>
    listHistory(p, who, botId, { range: '24h', order: 'newest', after: null, max: 1 }),
  pinBot: (p, who, botId) => pinBot(p, who, botId, true),
  askForPlan: (p, who, botId) => askForPlan(p, who, botId, 'business'),
  readPeople: (p, who, botId) => readPeople(p, who, botId),
  invitePerson: (p, who, botId) =>
    invitePerson(p, who, { botId, email: 'asked@example.org', role: 'viewer' }),
  withdrawBotInvitation: (p, who, botId) => withdrawBotInvitation(p, who, botId, 'no@example.org'),
  changePerson: (p, who, botId) => changePerson(p, who, { botId, userId: 'unknown' }, 'viewer'),
  removePerson: (p, who, botId) => removePerson(p, who, { botId, userId: 'unknown' }),
  leaveBot: (p, who, botId) => leaveBot(p, who, botId),
};

/** The same with other input. */
export const OF_A_BOT_TOO: Record<string, OfBot> = {
  viewVotes: (p, who, botId) => viewVotes(p, who, botId, { cursor: null, range: '30d' }),
  'sendStats with invalid counts': (p, who, botId) =>
    sendStats(p, who, botId, { serverCount: 'x', userCount: -1, shardCount: 1 }),
  'createWebhook with an address': (p, who, botId) => createWebhook(p, who, { ...WEBHOOK, botId }),
  'createSource with a name': (p, who, botId) =>
    createSource(p, who, { botId, kind: 'topgg', name: 'top.gg' }),
};

/** About oneself and one's own bots. */
export const FOR_PEOPLE: Record<string, Call> = {
  changeOwnPassword: (p, who) => changeOwnPassword(p, who, PASSWORD, `${PASSWORD}!`),
  listOwnBots: (p, who) => listOwnBots(p, who, ALL_BOTS),
  suggestBots: (p, who) => suggestBots(p, who, ''),
  readOwnFactor: (p, who) => readOwnFactor(p, who),
  startFactor: (p, who) => startFactor(p, who, PASSWORD),
  confirmFactor: (p, who) => confirmFactor(p, who, '123456'),
  removeFactor: (p, who) => removeFactor(p, who, { password: PASSWORD, code: '123456' }),
  renewCodes: (p, who) => renewCodes(p, who, { password: PASSWORD, code: '123456' }),
  forgetBrowser: (p, who) => forgetBrowser(p, who, 'unknown'),
  listOwnSessions: (p, who) => listOwnSessions(p, who, 1),
  endOwnSessions: (p, who) => endOwnSessions(p, who),
  endOneSession: (p, who) => endOneSession(p, who, 'unknown'),
  connectIdentity: (p, who) => connectIdentity(p, who, IDENTITY),
  confirmPassword: (p, who) => confirmPassword(p, who, PASSWORD),
  disconnectIdentity: (p, who) => disconnectIdentity(p, who, IDENTITY),
  listOwnIdentities: (p, who) => listOwnIdentities(p, who),
  readPerson: (p, who) => readPerson(p, who),
  listOwnEvents: (p, who) => listOwnEvents(p, who, { botId: null, before: null }),
  markRead: (p, who) => markRead(p, who, { atMs: 1, eventId: '' }),
  markTheseRead: (p, who) => markTheseRead(p, who, ['unknown']),
  dismissOwnNotices: (p, who) => dismissOwnNotices(p, who, ['1']),
  readCombined: (p, who) => readCombined(p, who, {}),
  readOwnDigest: (p, who) => readOwnDigest(p, who),
  chooseOwnDigest: (p, who) => chooseOwnDigest(p, who, null),
  listOwnInvitations: (p, who) => listOwnInvitations(p, who),
  answerBotInvitation: (p, who) => answerBotInvitation(p, who, BOT_ID, true),
  setOwnTimeZone: (p, who) => setOwnTimeZone(p, who, ''),
};
