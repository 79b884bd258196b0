import { beforeAll, expect } from 'vitest';
import { OPERATOR, sessionId } from '@/lib/domain/people/caller';
import type { Tables } from '@/lib/ports/ports';
import { inviteUser } from '@/lib/services/links/issue';
import { addMark } from '@/lib/services/marks/marks';
import { browserId } from '@/lib/services/second-factor/own';
import { pauseBot } from '@/lib/services/silences/pause';
import { createSource } from '@/lib/services/votes/sources';
import { createWebhook } from '@/lib/services/webhooks/create';
import { actionRequest, PASSWORD } from '@/tests/support/browser-jar';
import { accepted } from '@/tests/support/result';
import {
  CLIENTS,
  type ClientContext,
  type ClientName,
  createClients,
  makeBot,
  makePerson,
  type Site,
} from '@/tests/support/site';
import { siteWithMail } from '@/tests/support/test-site';

/** Who may run which server action, and how the database shows that it was done. */

export type Action = {
  /** The page with its form. */
  readonly page: (context: Context) => string;
  readonly form: (context: Context) => Record<string, string>;
  /** Whether the action took effect. */
  readonly isDone: (tables: Tables, context: Context) => Promise<boolean>;
  readonly allowed: readonly ClientName[];
};

/** Where links lead, opened without their token. */
const onLinkPage = { page: () => '/invite' };

/** Data of one test, so that tests do not affect each other: what its actions create, delete and dismiss. */
export type Context = ClientContext & {
  readonly newBotId: string;
  readonly newEmail: string;
  /** Names the owner's session. */
  readonly ownerSession: string;
  /** A person without bots. */
  readonly botlessId: string;
  readonly botlessEmail: string;
  /** Another bot of the owner, for which a larger plan is asked for. */
  readonly askedBotId: string;
  /** A webhook of the bot, and an event that was delivered to it. */
  readonly webhookId: string;
  readonly eventId: string;
  /** A source of votes of the bot, which has brought one vote. */
  readonly sourceId: string;
  /** A bot of another person, which the owner views and is asked to manage. */
  readonly sharedBotId: string;
  /** A mark of the bot, whose silence is planned for an hour. */
  readonly markId: string;
  /** The token of an open invitation, and the id and address of its person. */
  readonly invited: { readonly token: string; readonly id: string; readonly email: string };
};

const OWN = ['owner', 'admin'] as const;
const ADMIN = ['admin'] as const;
/** Its hash is stored as a valid token, as an earlier start would have done. */
export const SETUP_TOKEN = 'a set-up token that was never used';

export let site: Site;
/** Gives the tests of a file their site. Its mail server is not there, so that mails wait. */
export function startSiteOfActions(): void {
  ({ site } = siteWithMail({ SMTP_URL: 'smtp://127.0.0.1:1' }));
  beforeAll(() => storeSetupToken(site));
}
const FAR_MS = 8.64e15;
/** Was asked to become a person of the bot. */
export const ASKED = 'asked@example.org';
const ASKED_AT_MS = 1_795_000_000_000;

export function storeSetupToken({ ports }: Site): Promise<void> {
  const hash = ports.secrets.hash(SETUP_TOKEN);
  return ports.directory.write([], ({ setupTokens }, nowMs) => setupTokens.insert(hash, nowMs));
}

/** The owner's Discord account. */
const discordOf = ({ botId }: Context) => ({ provider: 'discord', subject: botId });
const keysOf = (tables: Tables, { botId }: Context) => tables.keys.listOfBot(botId, 1, Date.now());
const hasTwoKeys = async (tables: Tables, context: Context) => (await keysOf(tables, context)).length === 2;
const planOf = async ({ bots }: Tables, { botId }: Context) => (await bots.findById(botId))?.plan;
/** Checked on the owner's sessions: nobody else's request may end them. */
const hasNoSession = async ({ sessions }: Tables, { ownerId }: Context) =>
  (await sessions.countOfUser(ownerId, Date.now())) === 0;

const isInvited = async ({ accessLinks }: Tables, { invited }: Context) =>
  (await accessLinks.find(site.ports.secrets.hash(invited.token))) !== null;

const onBotsPage = { page: () => '/admin/bots', allowed: ADMIN };
const onOverview = { page: () => '/admin', allowed: ADMIN };
const onUsersPage = { page: () => '/admin/users', allowed: ADMIN };
const onKeysPage = { page: ({ botId }: Context) => `/bots/${botId}/keys`, allowed: OWN };
const onSettingsPage = { page: ({ botId }: Context) => `/bots/${botId}/settings`, allowed: OWN };
const onAccountPage = { page: () => '/account', allowed: ['owner'] as const };

const WITHOUT_CODE = {
  form: () => ({ code: '123456' }),
  isDone: async ({ secondFactors }: Tables, { ownerId }: Context) =>
    ((await secondFactors.find(ownerId))?.enabledAtMs ?? null) !== null,
  allowed: [],
};

export const ACTIONS: Record<string, Action> = {
  'lib/actions/bots.ts#createBotAction': {
    ...onBotsPage,
    form: ({ newBotId, ownerEmail }) => ({ id: newBotId, name: 'New', owner: ownerEmail, plan: 'free' }),
    isDone: async ({ bots }, { newBotId }) => (await bots.findById(newBotId)) !== null,
  },
  'lib/actions/bots.ts#changeBotAction': {
    ...onBotsPage,
    form: ({ botId }) => ({ id: botId, plan: 'business' }),
    isDone: async (tables, context) => (await planOf(tables, context)) === 'business',
  },
  'lib/actions/bots.ts#deleteBotAction': {
    ...onBotsPage,
    form: ({ botId }) => ({ id: botId }),
    isDone: async ({ bots }, { botId }) => (await bots.findById(botId)) === null,
  },
  'lib/actions/users.ts#createUserAction': {
    ...onUsersPage,
    form: ({ newEmail }) => ({ email: newEmail, name: '', role: 'admin', password: PASSWORD }),
    isDone: async ({ users }, { newEmail }) => (await users.findByEmail(newEmail)) !== null,
  },
  'lib/actions/users.ts#changeUserAction': {
    ...onUsersPage,
    form: ({ ownerId }) => ({ id: ownerId, role: 'admin' }),
    isDone: async ({ users }, { ownerId }) => (await users.findById(ownerId))?.role === 'admin',
  },
  'lib/actions/users.ts#resetPasswordAction': {
    ...onUsersPage,
    form: ({ ownerId }) => ({ id: ownerId, password: 'a new long passphrase' }),
    isDone: hasNoSession,
  },
  'lib/actions/users.ts#deleteUserAction': {
    ...onUsersPage,
    form: ({ botlessId }) => ({ id: botlessId }),
    isDone: async ({ users }, { botlessId }) => (await users.findById(botlessId)) === null,
  },
  'lib/actions/users.ts#inviteUserAction': {
    ...onUsersPage,
    form: ({ newEmail }) => ({ email: newEmail, name: '', role: 'admin' }),
    isDone: async ({ accessLinks }, { newEmail }) =>
      (await accessLinks.listInvitations(Date.now(), 1_000)).some(({ email }) => email === newEmail),
  },
  'lib/actions/users.ts#withdrawInvitationAction': {
    ...onUsersPage,
    form: ({ invited }) => ({ id: invited.id }),
    isDone: async (tables, context) => !(await isInvited(tables, context)),
  },
  'lib/actions/users.ts#issueResetAction': {
    ...onUsersPage,
    form: ({ ownerId }) => ({ id: ownerId }),
    isDone: async ({ audit }, { ownerId }) =>
      (await audit.listOfSubject(ownerId, 0, 9)).some(({ action }) => action === 'user.reset'),
  },
  // Whoever knows the password may sign in.
  'lib/actions/sign-in.ts#signInAction': {
    page: () => '/login',
    form: ({ botlessEmail }) => ({ email: botlessEmail, password: PASSWORD }),
    isDone: async ({ sessions }, { botlessId }) => (await sessions.countOfUser(botlessId, Date.now())) > 0,
    allowed: CLIENTS,
  },
  // It sets cookies and stores nothing.
  'lib/actions/sign-in.ts#startDiscordAction': {
    page: () => '/login',
    form: () => ({}),
    isDone: async () => false,
    allowed: [],
  },
  // Whoever has the link may use it.
  'lib/actions/links.ts#redeemLinkAction': {
    ...onLinkPage,
    form: ({ invited }) => ({ token: invited.token, password: PASSWORD }),
    isDone: async ({ users }, { invited }) => (await users.findByEmail(invited.email)) !== null,
    allowed: CLIENTS,
  },
  // It sets a cookie and uses nothing up.
  'lib/actions/links.ts#keepLinkAction': {
    ...onLinkPage,
    form: ({ invited }) => ({ token: invited.token }),
    isDone: async (tables, context) => !(await isInvited(tables, context)),
    allowed: [],
  },
  'lib/actions/links.ts#askResetAction': {
    page: () => '/login?forgot=yes',
    form: ({ ownerEmail }) => ({ email: ownerEmail }),
    // A job may have found out meanwhile whose address it is.
    isDone: async ({ mails }, { ownerEmail, ownerId }) =>
      [...(await mails.listUnknown(FAR_MS, 999, [])), ...(await mails.listDue(ownerId, FAR_MS, 9, []))].some(
        ({ recipient }) => recipient === ownerEmail,
      ),
    allowed: CLIENTS,
  },
  'lib/actions/unsubscribe.ts#unsubscribeAction': {
    page: () => '/unsubscribe',
    form: ({ ownerId: userId, botId }) => ({
      token: site.ports.unsubscribeTokens.issue({ userId, botId, type: 'quota.exhausted' }),
    }),
    isDone: async ({ alertSettings }, { ownerId, botId }) =>
      !(await alertSettings.find(ownerId, botId))['quota.exhausted'].isMailed,
    allowed: CLIENTS,
  },
  'lib/actions/account.ts#setTimeZoneAction': {
    ...onAccountPage,
    form: () => ({ zone: 'Europe/Berlin' }),
    isDone: async ({ users }, { ownerId }) => (await users.findById(ownerId))?.timeZone === 'Europe/Berlin',
  },
  'lib/actions/account.ts#chooseDigestAction': {
    ...onAccountPage,
    form: () => ({ every: 'weekly', discord: 'yes' }),
    isDone: async ({ users }, { ownerId }) => (await users.findDigest(ownerId))?.choice?.isOnDiscord === true,
  },
  'lib/actions/keys.ts#createKeyAction': {
    ...onKeysPage,
    form: ({ botId }) => ({ botId, name: 'another', expires: '' }),
    isDone: hasTwoKeys,
  },
  'lib/actions/keys.ts#rotateKeyAction': {
    ...onKeysPage,
    form: ({ keyId }) => ({ keyId, overlap: '24h' }),
    isDone: hasTwoKeys,
  },
  'lib/actions/keys.ts#revokeKeyAction': {
    ...onKeysPage,
    form: ({ keyId }) => ({ keyId }),
    isDone: async (tables, context) => (await keysOf(tables, context))[0]?.revokedAtMs !== null,
  },
  'lib/actions/send-stats.ts#sendStatsAction': {
    page: ({ botId }) => `/bots/${botId}`,
    form: ({ botId }) => ({ botId, serverCount: '1', userCount: '2', shardCount: '1' }),
    isDone: async (_, { botId }) => (await site.ports.store.find({ botId }))?.account.lastReport !== null,
    allowed: OWN,
  },
  'lib/actions/bot-settings.ts#changeSettingsAction': {
    page: ({ botId }) => `/bots/${botId}/settings`,
    form: ({ botId }) => ({ botId, name: 'Renamed', silentAfter: '5', unit: 'min' }),
    isDone: async ({ bots }, { botId }) => (await bots.findById(botId))?.silentAfterMs === 300_000,
    allowed: OWN,
  },
  // An admin pins bots of their own alone.
  'lib/actions/bot-settings.ts#pinBotAction': {
    page: () => '/bots',
    form: ({ botId }) => ({ botId, pinned: 'yes' }),
    isDone: async ({ users }, { botId, ownerId }) => (await users.pinnedBots(ownerId)).includes(botId),
    allowed: ['owner'],
  },
  'lib/actions/people.ts#invitePersonAction': {
    ...onSettingsPage,
    form: ({ botId, newEmail }) => ({ botId, email: newEmail, role: 'viewer' }),
    isDone: async ({ people }, { botId, newEmail }) =>
      (await people.listInvitations(botId)).some(({ email }) => email === newEmail),
  },
  'lib/actions/people.ts#withdrawBotInvitationAction': {
    ...onSettingsPage,
    form: ({ botId }) => ({ botId, email: ASKED }),
    isDone: async ({ people }, { botId }) =>
      (await people.listInvitations(botId)).every(({ email }) => email !== ASKED),
  },
  'lib/actions/people.ts#changePersonAction': {
    ...onSettingsPage,
    form: ({ botId, botlessId }) => ({ botId, userId: botlessId, role: 'viewer' }),
    isDone: async ({ people }, { botId, botlessId }) =>
      (await people.find(botId, botlessId))?.role === 'viewer',
  },
  'lib/actions/people.ts#removePersonAction': {
    ...onSettingsPage,
    form: ({ botId, botlessId }) => ({ botId, userId: botlessId }),
    isDone: async ({ people }, { botId, botlessId }) => (await people.find(botId, botlessId)) === null,
  },
  // An admin has no role of their own that they could leave.
  'lib/actions/people.ts#leaveBotAction': {
    page: ({ sharedBotId }) => `/bots/${sharedBotId}/settings`,
    form: ({ sharedBotId }) => ({ botId: sharedBotId }),
    isDone: async ({ people }, { sharedBotId, ownerId }) =>
      (await people.find(sharedBotId, ownerId)) === null,
    allowed: ['owner'],
  },
  'lib/actions/people.ts#answerBotInvitationAction': {
    page: () => '/bots',
    form: ({ sharedBotId }) => ({ botId: sharedBotId, accepts: 'yes' }),
    isDone: async ({ people }, { sharedBotId, ownerId }) =>
      (await people.find(sharedBotId, ownerId))?.role === 'manager',
    allowed: ['owner'],
  },
  'lib/actions/bot-settings.ts#setPublicAction': {
    page: ({ botId }) => `/bots/${botId}/settings`,
    form: ({ botId }) => ({ botId, public: 'yes' }),
    isDone: async ({ bots }, { botId }) => (await bots.findById(botId))?.isPublic === true,
    allowed: OWN,
  },
  'lib/actions/bot-settings.ts#setDeploysAction': {
    page: ({ botId }) => `/bots/${botId}/settings`,
    form: ({ botId }) => ({ botId, showsDeploys: 'yes' }),
    isDone: async ({ bots }, { botId }) => (await bots.findById(botId))?.showsDeploys === true,
    allowed: OWN,
  },
  // An admin who wants another plan for a bot gives it that plan.
  'lib/actions/bot-settings.ts#askForPlanAction': {
    page: ({ botId }) => `/bots/${botId}/settings`,
    form: ({ botId }) => ({ botId, plan: 'business' }),
    isDone: async ({ planRequests }, { botId }) => (await planRequests.find(botId)) !== null,
    allowed: ['owner'],
  },
  'lib/actions/bot-settings.ts#grantPlanAction': {
    ...onOverview,
    form: ({ askedBotId }) => ({ botId: askedBotId, askedAtMs: String(ASKED_AT_MS) }),
    isDone: async ({ bots }, { askedBotId }) => (await bots.findById(askedBotId))?.plan === 'business',
  },
  'lib/actions/bot-settings.ts#declinePlanAction': {
    ...onOverview,
    form: ({ askedBotId }) => ({ botId: askedBotId, askedAtMs: String(ASKED_AT_MS), answer: 'Not now' }),
    isDone: async ({ planRequests }, { askedBotId }) =>
      (await planRequests.find(askedBotId))?.status === 'declined',
  },
  'lib/actions/sign-in.ts#signOutAction': { ...onAccountPage, form: () => ({}), isDone: hasNoSession },
  'lib/actions/second-factor.ts#startFactorAction': {
    ...onAccountPage,
    form: () => ({ password: PASSWORD }),
    isDone: async ({ secondFactors }, { ownerId }) => (await secondFactors.find(ownerId)) !== null,
  },
  // These need a code of the app; what they do with one is tested in tests/api/sign-in/second-factor.test.ts.
  'lib/actions/second-factor.ts#confirmFactorAction': {
    ...onAccountPage,
    ...WITHOUT_CODE,
    form: () => ({ appCode: '123456' }),
  },
  'lib/actions/second-factor.ts#changeFactorAction': {
    ...onAccountPage,
    ...WITHOUT_CODE,
    form: () => ({ what: 'disable', password: PASSWORD, code: '123456' }),
  },
  'lib/actions/sign-in.ts#finishSignInAction': { page: () => '/login/code', ...WITHOUT_CODE },
  'lib/actions/second-factor.ts#forgetBrowserAction': {
    ...onAccountPage,
    form: ({ ownerId }) => ({ browser: browserId(ownerId) }),
    isDone: async ({ secondFactors }, { ownerId }) =>
      (await secondFactors.listRemembered(ownerId, 0)).length === 0,
  },
  'lib/actions/account.ts#signOutSessionAction': {
    ...onAccountPage,
    form: ({ ownerSession }) => ({ session: ownerSession }),
    isDone: hasNoSession,
  },
  'lib/actions/account.ts#changeOwnPasswordAction': {
    ...onAccountPage,
    form: () => ({ currentPassword: PASSWORD, password: 'a new long passphrase' }),
    isDone: hasNoSession,
  },
  'lib/actions/account.ts#signOutEverywhereAction': {
    ...onAccountPage,
    form: () => ({}),
    isDone: hasNoSession,
  },
  'lib/actions/account.ts#confirmPasswordAction': {
    ...onAccountPage,
    form: () => ({ password: PASSWORD }),
    isDone: async ({ sessions }, { ownerId }) =>
      (await sessions.listOfUser(ownerId, 1, 100, Date.now())).some((one) => one.confirmedAtMs !== null),
  },
  'lib/actions/account.ts#disconnectIdentityAction': {
    ...onAccountPage,
    form: discordOf,
    isDone: async ({ identities }, context) => (await identities.findUserId(discordOf(context))) === null,
  },
  'lib/actions/account.ts#dismissNoticesAction': {
    ...onAccountPage,
    form: ({ botId }) => ({ ids: `notice-${botId}` }),
    isDone: async ({ notices }, { ownerId }) => (await notices.listOfUser(ownerId)).length === 0,
  },
  // An admin sees how an owner is notified, and cannot change it.
  'lib/actions/alerts.ts#changeAlertsAction': {
    page: ({ botId }) => `/bots/${botId}/alerts`,
    form: ({ botId }) => ({ botId, own: 'yes', 'mail.bot.silent': 'yes' }),
    isDone: async ({ alertSettings }, { botId, ownerId }) =>
      (await alertSettings.find(ownerId, botId))['bot.silent'].isInApp === false,
    allowed: ['owner'],
  },
  ...webhookActions(),
  ...voteActions(),
  ...markActions(),
  'lib/actions/notifications.ts#markReadAction': {
    page: () => '/notifications',
    form: () => ({ upTo: '1.evt_12345678-1234-1234-1234-123456789012' }),
    isDone: async ({ notifications }, { ownerId }) => (await notifications.findReadMark(ownerId)) !== null,
    allowed: ['owner'],
  },
  'lib/actions/notifications.ts#markTheseReadAction': {
    page: () => '/notifications',
    form: ({ eventId }) => ({ eventIds: eventId }),
    isDone: async ({ notifications }, { botId, ownerId, eventId }) => {
      const all = { botId, types: null, before: null, nowMs: Date.now(), max: 100 };
      const listed = await notifications.list({ userId: ownerId, ...all });
      return listed.find(({ event }) => event.id === eventId)?.isRead === true;
    },
    allowed: ['owner'],
  },
  // It works only while there is no user, so its effect has a test of its own below.
  'lib/actions/setup.ts#setUp': {
    page: () => '/setup',
    form: ({ newEmail }) => ({ token: SETUP_TOKEN, email: newEmail, password: PASSWORD }),
    isDone: async ({ users }, { newEmail }) => (await users.findByEmail(newEmail)) !== null,
    allowed: [],
  },
};

type Form = (context: Context) => Record<string, string>;

/** An action of lib/actions whose form is on a tab of the bot, for who may manage it. */
function onTab(
  action: `${string}#${string}`,
  tab: 'activity' | 'alerts' | 'votes',
  form: Form,
  isDone: Action['isDone'],
): [string, Action] {
  return [
    `lib/actions/${action}Action`,
    { page: ({ botId }) => `/bots/${botId}/${tab}`, form, isDone, allowed: OWN },
  ];
}

/** What may be done with the webhook of the bot; its one delivery was delivered. */
function webhookActions(): Record<string, Action> {
  const find = ({ webhooks }: Tables, { webhookId }: Context) => webhooks.findById(webhookId);
  const row = (name: string, form: Form, isDone: Action['isDone']) =>
    onTab(
      `webhooks.ts#${name}`,
      'alerts',
      (context) => ({ webhookId: context.webhookId, ...form(context) }),
      isDone,
    );
  return Object.fromEntries([
    row(
      'createWebhook',
      ({ botId }) => ({ botId, url: 'https://second.invalid/hook' }),
      async ({ webhooks }, { botId }) => (await webhooks.listOfBots([botId])).length === 2,
    ),
    row(
      'changeWebhook',
      () => ({ url: 'https://moved.invalid/hook' }),
      async (tables, context) => (await find(tables, context))?.host === 'moved.invalid',
    ),
    row(
      'setWebhookOn',
      () => ({ on: 'no' }),
      async (tables, context) => (await find(tables, context))?.status === 'off',
    ),
    row(
      'rotateSecret',
      () => ({}),
      async (tables, context) => (await find(tables, context))?.formerUntilMs !== null,
    ),
    row(
      'removeWebhook',
      () => ({}),
      async (tables, context) => (await find(tables, context)) === null,
    ),
    row(
      'testWebhook',
      () => ({}),
      async ({ events }, { botId }) =>
        (await events.listOfBot(botId, 0, 100)).some(({ type }) => type === 'webhook.test'),
    ),
    row(
      'sendAgain',
      ({ eventId }) => ({ eventId }),
      async ({ deliveries }, { webhookId, eventId }) =>
        (await deliveries.find(webhookId, eventId))?.state !== 'delivered',
    ),
  ]);
}

const ROTATED = 'secret-of-the-list';
export const VOTER = '160105994217586689';

/** What may be done with the votes of the bot. */
function voteActions(): Record<string, Action> {
  const find = ({ votes }: Tables, { sourceId }: Context) => votes.findSource(sourceId);
  const row = (name: string, form: Form, isDone: Action['isDone']) =>
    onTab(`votes.ts#${name}`, 'votes', form, isDone);
  return Object.fromEntries([
    row(
      'addSource',
      ({ botId }) => ({ botId, kind: 'generic', name: 'Second', secret: '' }),
      async ({ votes }, { botId }) => (await votes.sources(botId)).length === 2,
    ),
    row(
      'deleteSource',
      ({ sourceId }) => ({ sourceId }),
      async (tables, context) => (await find(tables, context))?.deletedAtMs !== null,
    ),
    row(
      'setSourceOn',
      ({ sourceId }) => ({ sourceId, on: 'no' }),
      async (tables, context) => (await find(tables, context))?.pausedAtMs !== null,
    ),
    row(
      'rotateSource',
      ({ sourceId }) => ({ sourceId, secret: ROTATED, keep: 'no' }),
      async (tables, context) =>
        site.ports.vault.open((await find(tables, context))?.sealedSecret ?? '') === ROTATED,
    ),
    row(
      'purgeVoter',
      ({ botId }) => ({ botId, userId: VOTER }),
      async ({ votes }, { botId }) => (await votes.countOfUser(botId, VOTER, 1)) === 0,
    ),
  ]);
}

/** What may be done with the marks and planned silences of the bot. */
function markActions(): Record<string, Action> {
  const row = (name: string, tab: 'activity' | 'alerts', form: Form, isDone: Action['isDone']) =>
    onTab(`marks.ts#${name}`, tab, form, isDone);
  const all = { fromMs: 0, untilMs: FAR_MS };
  const marksOf = ({ marks }: Tables, { botId }: Context) => marks.list(botId, all, 10);
  const pauseOf = async ({ bots }: Tables, { botId }: Context) => (await bots.findById(botId))?.pausedUntilMs;
  return Object.fromEntries([
    row(
      'addMark',
      'activity',
      ({ botId }) => ({ botId, text: 'Second', kind: 'deploy', at: '' }),
      async (tables, context) => (await marksOf(tables, context)).length === 2,
    ),
    row(
      'deleteMark',
      'activity',
      ({ botId, markId }) => ({ botId, markId }),
      async (tables, context) => (await marksOf(tables, context)).length === 0,
    ),
    row(
      'pauseBot',
      'alerts',
      ({ botId }) => ({ botId, minutes: '90', reason: 'Moving' }),
      async (tables, context) => ((await pauseOf(tables, context)) ?? 0) > Date.now() + 80 * 60_000,
    ),
    row(
      'resumeBot',
      'alerts',
      ({ botId }) => ({ botId }),
      async (tables, context) => ((await pauseOf(tables, context)) ?? FAR_MS) <= Date.now(),
    ),
  ]);
}

/** A mark of the bot, and a silence that is planned. */
async function makeMark(botId: string) {
  const mark = { text: 'First', kind: 'note', atMs: null } as const;
  const { id: markId } = accepted(await addMark(site.ports, OPERATOR, botId, mark));
  accepted(await pauseBot(site.ports, OPERATOR, botId, { minutes: 60 }));
  return { markId };
}

/** A source of votes of the bot, which has brought one vote. */
async function makeSource(botId: string) {
  const made = await createSource(site.ports, OPERATOR, { botId, kind: 'topgg', name: 'First' });
  const { id: sourceId } = accepted(made).source;
  await site.ports.directory.write([], ({ votes }, nowMs) =>
    votes.insert([
      {
        id: site.ports.secrets.newId(),
        botId,
        sourceId,
        userId: VOTER,
        username: null,
        weight: 1,
        votedAtMs: nowMs,
        expiresAtMs: nowMs + 1,
        storedAtMs: nowMs,
      },
    ]),
  );
  return { sourceId };
}

/** A bot of a person, for which a larger plan is asked for. */
async function makeAskedBot(id: string, owner: string): Promise<void> {
  await makeBot(site, { id, owner, plan: 'free' });
  await site.ports.directory.write([], ({ planRequests }) =>
    planRequests.put({
      botId: id,
      plan: 'business',
      formerPlan: 'free',
      askedAtMs: ASKED_AT_MS,
      used: 1,
      resetAtMs: ASKED_AT_MS,
      pace: null,
      runsOutAtMs: null,
      status: 'open',
      answeredAtMs: null,
      answer: '',
    }),
  );
}

/** A signed webhook of the bot, for nothing that happens here, with a delivered event. */
async function makeWebhook(botId: string) {
  await site.ports.directory.write([], ({ bots }, nowMs) => bots.update(botId, { plan: 'premium' }, nowMs));
  const webhook = { botId, url: 'https://first.invalid/hook', eventTypes: ['bot.recovered'] as const };
  const { id: webhookId } = accepted(await createWebhook(site.ports, OPERATOR, webhook)).webhook;
  return site.ports.directory.write([], async ({ events, deliveries }, nowMs) => {
    const [event] = await events.listOfBot(botId, 0, 1);
    const eventId = event?.id ?? '';
    const delivery = { webhookId: webhookId, eventId, botId, eventType: 'bot.recovered' as const };
    await deliveries.insert([{ ...delivery, createdAtMs: nowMs, nextAtMs: null }]);
    const inserted = await deliveries.find(webhookId, eventId);
    if (inserted !== null) await deliveries.save([{ ...inserted, state: 'delivered', nextAtMs: null }]);
    return { webhookId, eventId };
  });
}

export async function newContext(only: readonly ClientName[]): Promise<Context> {
  const client = await createClients(site, only);
  const { botId, ownerId } = client;
  const botless = await makePerson(site, `botless${botId}@example.org`, 'owner');
  const newBotId = `1383746529${botId.slice(10)}`;
  const askedBotId = `1483746529${botId.slice(10)}`;
  await makeAskedBot(askedBotId, client.ownerEmail);
  const sharedBotId = `1583746529${botId.slice(10)}`;
  const sharer = await makePerson(site, `sharer${botId}@example.org`, 'owner');
  await makeBot(site, { id: sharedBotId, owner: sharer.email });
  await site.ports.directory.write([], async ({ people }, nowMs) => {
    await people.put({ botId, userId: botless.id, role: 'manager', joinedAtMs: nowMs });
    const invitation = { role: 'manager', issuer: 'operator', createdAtMs: nowMs } as const;
    await people.putInvitation({ botId, email: ASKED, ...invitation });
    await people.put({ botId: sharedBotId, userId: ownerId, role: 'viewer', joinedAtMs: nowMs });
    await people.putInvitation({ botId: sharedBotId, email: client.ownerEmail, ...invitation });
  });
  const [session] = await site.ports.directory.read(({ sessions }) =>
    sessions.listOfUser(ownerId, 1, 1, Date.now()),
  );
  const person = { email: `invited${botId}@example.org`, role: 'owner' } as const;
  const { token, link } = accepted(await inviteUser(site.ports, OPERATOR, person));
  const context = {
    ...(await makeWebhook(botId)),
    ...(await makeSource(botId)),
    ...(await makeMark(botId)),
    ...client,
    newBotId,
    askedBotId,
    sharedBotId,
    newEmail: `new${botId}@example.org`,
    botlessId: botless.id,
    botlessEmail: botless.email,
    ownerSession: sessionId(session?.hash ?? ''),
    invited: { token, id: link.userId, email: link.email },
  };
  await site.ports.directory.write([], async ({ identities, notices, secondFactors }, nowMs) => {
    const times = { createdAtMs: nowMs, expiresAtMs: nowMs + 1e9 };
    await secondFactors.remember(ownerId, { hash: ownerId, client: 'test', ...times });
    await identities.insert(discordOf(context), ownerId, nowMs);
    const notice = { kind: 'identity.connect', actor: ownerId, detail: 'discord 1' } as const;
    await notices.insert({ id: `notice-${botId}`, atMs: nowMs, ...notice }, ownerId);
  });
  return context;
}

/** Sends an action as a page does: the previous state, then the form. */
export async function send(
  name: string,
  action: Action,
  context: Context,
  headers: Record<string, string>,
  more: Record<string, string> = {},
) {
  const request = actionRequest(name, { ...more, ...action.form(context) }, headers);
  const response = await fetch(site.origin + action.page(context), request);
  await response.arrayBuffer();
  expect(response.status).toBeLessThan(500);
}

export const isDone = (action: Action, context: Context) =>
  site.ports.directory.read((tables) => action.isDone(tables, context));
