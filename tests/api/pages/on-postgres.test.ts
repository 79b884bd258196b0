import { readFileSync } from 'node:fs';
import { beforeAll, expect, inject, it } from 'vitest';
import { docsPath, paths } from '@/lib/contract/paths';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { inviteUser, issueReset } from '@/lib/services/links/issue';
import { issueSetupToken } from '@/lib/services/setup/first-admin';
import { createSource } from '@/lib/services/votes/sources';
import { signedInBrowser } from '@/tests/support/browser-jar';
import { createDatabase } from '@/tests/support/process/database-url';
import { report, reportRequest } from '@/tests/support/process/requests';
import { accepted } from '@/tests/support/result';
import { giveFactor } from '@/tests/support/second-factor';
import { makeBot, makeKey, makePerson, sessionCookie, startSite } from '@/tests/support/site';
import { forFile } from '@/tests/support/test-site';

/** Each page on PostgreSQL, for a person who may see it, with what only the database knows. Other suites of pages use SQLite. */

const ID = '1483746529000000001';
const ADMIN = 'ada@example.org';
const OWNER = 'olga@example.org';
const HALFWAY = 'hal@example.org';
const of = paths.bot(ID);

const site = forFile(
  async () => startSite({}, await createDatabase(inject('postgresUrl'))),
  ({ stop }) => stop(),
);

/** `halfway` has passed the first step of signing in. */
type Reader = 'nobody' | 'halfway' | 'owner' | 'admin';
const cookies: Record<Reader, string> = { nobody: '', halfway: '', owner: '', admin: '' };
const tokens: Record<string, string> = {};
let setupPage: string;

const textOf = async (path: string, reader: Reader) => {
  const response = await fetch(site.origin + path, {
    headers: { cookie: cookies[reader] },
    redirect: 'manual',
  });
  const text = await response.text();
  expect(response.status, `${path}: ${text.slice(0, 500)}`).toBe(200);
  return text;
};

beforeAll(async () => {
  const { ports } = site;
  setupPage = await textOf(`${paths.setup}?token=${accepted(await issueSetupToken(ports))}`, 'nobody');
  await makePerson(site, ADMIN, 'admin', 'Ada Admin');
  const owner = await makePerson(site, OWNER, 'owner', 'Olga Owner');
  cookies.owner = await sessionCookie(site, OWNER);
  // One who signed in is in the list of sign-ins.
  cookies.admin = (await signedInBrowser(site, ADMIN)).cookie;
  await makePerson(site, HALFWAY, 'owner');
  await giveFactor(ports, HALFWAY);
  cookies.halfway = (await signedInBrowser(site, HALFWAY)).cookie;
  await makeBot(site, { id: ID, owner: OWNER, name: 'Tide Keeper' });
  const { key } = await makeKey(site, ID);
  const reported = { id: ID, key };
  const send = ({ path, ...sent }: ReturnType<typeof reportRequest>) => fetch(site.origin + path, sent);
  const body = report(reported, { serverCount: 1_234, userCount: 56_789 });
  expect((await send(reportRequest(reported, body))).status).toBe(200);
  expect((await send(reportRequest(reported, body))).status).toBe(429);
  accepted(await createSource(ports, OPERATOR, { botId: ID, kind: 'generic', name: 'The bot list' }));
  accepted(await changeBot(ports, OPERATOR, ID, { plan: 'business' }));
  const invited = await inviteUser(ports, OPERATOR, { email: 'ivo@example.org', role: 'owner' });
  tokens.invite = accepted(invited).token;
  tokens.reset = accepted(await issueReset(ports, OPERATOR, { email: OWNER })).token;
  tokens.mail = ports.unsubscribeTokens.issue({ userId: owner.id, botId: ID, type: 'bot.silent' });
});

const NAME = 'Tide Keeper';
/** Who reads a page, its address, and what it shows of the database; by the page's route. */
const PAGES: Record<string, readonly [reader: Reader, path: () => string, ...shown: readonly string[]]> = {
  '/': ['owner', () => paths.home, OWNER],
  '/docs': ['owner', () => paths.docs, OWNER],
  '/docs/[section]': ['owner', () => docsPath('reportStats'), OWNER],
  '/login': ['nobody', () => paths.login, 'name="password"'],
  '/login/code': ['halfway', () => paths.code, 'name="code"', HALFWAY],
  '/second-factor': ['owner', () => paths.secondFactor, 'Current password'],
  '/invite': ['nobody', () => `${paths.invite}?token=${tokens.invite}`, 'Join Botmeter', 'ivo@example.org'],
  '/reset': ['nobody', () => `${paths.reset}?token=${tokens.reset}`, 'Choose a new password', OWNER],
  '/unsubscribe': ['nobody', () => `${paths.unsubscribe}?token=${tokens.mail}`, NAME, 'Bot is silent'],
  '/setup': ['nobody', () => paths.setup, 'There is an admin already'],
  '/account': ['owner', () => paths.account, 'Olga Owner', OWNER, 'Signed in just now'],
  '/notifications': ['owner', () => paths.notifications, `New API key for ${NAME}`],
  '/bots': ['owner', () => paths.bots, NAME, '1,234'],
  '/bots/[botId]': ['owner', () => of.page, NAME, '1,234', '56,789', '99,999'],
  '/bots/[botId]/activity': ['owner', () => of.activity, '429 update_too_soon', 'Bot registered'],
  '/bots/[botId]/analytics': ['owner', () => of.analytics, '1,234', '56,789'],
  '/bots/[botId]/votes': ['owner', () => of.votes, 'The bot list'],
  '/bots/[botId]/alerts': ['owner', () => of.alerts, `${NAME} is silent`, 'of 20 webhooks used'],
  '/bots/[botId]/keys': ['owner', () => of.keys, 'default', 'btm_…'],
  '/bots/[botId]/settings': ['owner', () => of.settings, `value="${NAME}"`, '100,000'],
  '/admin': ['admin', () => paths.admin.overview, ' MB</dd>'],
  '/admin/bots': ['admin', () => paths.admin.bots, NAME, ID, 'Olga Owner'],
  '/admin/users': ['admin', () => paths.admin.users, ADMIN, OWNER, 'ivo@example.org'],
  '/admin/keys': ['admin', () => paths.admin.keys, NAME, 'Live'],
  '/admin/audit': ['admin', () => paths.admin.audit, 'Register bot', 'ivo@example.org'],
  '/admin/audit/sign-ins': ['admin', () => paths.admin.signIns, ADMIN, '127.0.0.1'],
};

it.each(Object.entries(PAGES))('%s shows what the database has', async (_, [reader, path, ...shown]) => {
  const text = await textOf(path(), reader);
  expect(shown.filter((words) => !text.includes(words))).toEqual([]);
});

it('/setup has its form while there is no admin', () => expect(setupPage).toContain('name="password"'));

it('every page of the build is here, and none logged an error', () => {
  const manifest: Record<string, string> = JSON.parse(
    readFileSync('.next/app-path-routes-manifest.json', 'utf8'),
  );
  const built = Object.keys(manifest).filter((file) => file.endsWith('/page') && !file.startsWith('/_'));
  expect(new Set(Object.keys(PAGES))).toEqual(new Set(built.map((file) => manifest[file])));
  expect(site.output()).not.toMatch(/"level":[56]0|⨯/);
});
