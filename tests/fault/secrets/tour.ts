import { expect } from 'vitest';
import { unsubscribeTokens } from '@/lib/auth/signed-tokens';
import type { MailServer } from '@/tests/support/mail-server';
import { exchange, rawRequest } from '@/tests/support/process/http';
import { REPORT_PATH, USAGE_PATH } from '@/tests/support/process/requests';
import type { Canary, ChosenSecrets } from './canaries';
import type { Evidence } from './evidence';
import { Visitor } from './visitor';

export const ADMIN = 'admin@example.org';
export const OWNER = 'owner@example.org';
export const BOT_ID = '1283746529000000001';

/** A running service. */
export type Host = {
  readonly origin: string;
  readonly port: number;
  readonly chosen: ChosenSecrets;
  readonly evidence: Evidence;
};

/** The users, each with an own browser. */
export type People = { readonly anonymous: Visitor; readonly admin: Visitor; readonly owner: Visitor };

export const peopleOf = ({ origin, evidence }: Host): People => ({
  anonymous: new Visitor('anonymous', origin, evidence),
  admin: new Visitor('admin', origin, evidence),
  owner: new Visitor('owner', origin, evidence),
});

/** Creates the first admin, an owner and a bot, with right, wrong, weak and changed passwords. */
export async function setUpAccounts({ chosen }: Host, people: People, setupToken: string): Promise<void> {
  const { anonymous, admin, owner } = people;
  const setUp = (fields: Record<string, string>) =>
    anonymous.act('lib/actions/setup.ts#setUp', '/setup', { email: ADMIN, ...fields });
  await anonymous.visit(`/setup?token=${setupToken}`, 'the set-up page');
  await setUp({ token: chosen.wrongPassword, password: chosen.adminPassword });
  await setUp({ token: setupToken, password: 'short' });
  await setUp({ token: setupToken, password: chosen.adminPassword });
  expect((await anonymous.fetch('/api/dashboard/bots')).status).toBe(200);
  await anonymous.signOut();
  await anonymous.visit(`/setup?token=${setupToken}`, 'the used set-up page');

  await admin.signIn(ADMIN, chosen.wrongPassword);
  // A password in the field for the email address.
  await admin.signIn(chosen.adminPassword, chosen.adminPassword);
  expect((await admin.signIn(ADMIN, chosen.adminPassword)).message).toBeNull();

  const person = { email: OWNER, name: 'Owner', role: 'owner' };
  const createUser = (fields: object) =>
    admin.act('lib/actions/users.ts#createUserAction', '/admin/users', { ...person, ...fields });
  expect(await createUser({ password: chosen.ownerPassword })).toContain('"done"');
  await createUser({ password: chosen.ownerPassword });
  await createUser({ password: chosen.newPassword, role: 'nobody' });
  const bot = { id: BOT_ID, name: 'TestBot', owner: OWNER, plan: 'business' };
  // It leads to the page of the bot.
  expect(await admin.act('lib/actions/bots.ts#createBotAction', '/admin/bots', bot)).toContain(
    'TestBot · New',
  );

  await owner.signIn(OWNER, chosen.ownerPassword);
  const changeOwn = (fields: Record<string, string>) =>
    owner.act('lib/actions/account.ts#changeOwnPasswordAction', '/account', fields);
  await changeOwn({ currentPassword: chosen.wrongPassword, password: chosen.newPassword });
  // On a page without the action, Next forwards the form to itself.
  const forwarded = { currentPassword: chosen.wrongPassword, password: chosen.newPassword };
  const text = await owner.act('lib/actions/account.ts#changeOwnPasswordAction', '/docs', forwarded);
  expect(text).toContain('The current password is wrong.');
  await changeOwn({ currentPassword: chosen.ownerPassword, password: chosen.newPassword });
  expect((await owner.signIn(OWNER, chosen.newPassword)).message).toBeNull();
}

/** Where a page with a token in its address may show it: its form, and Next's copies of the address. */
const placesOf = (page: string) =>
  [`${page}, body`, `${page} (RSC), header`, `${page} (RSC), body`].map((place) => `anonymous: GET ${place}`);

/** Invites a person and resets their password in the browser; returns the tokens of the links. */
export async function useLinks({ chosen }: Host, { anonymous, admin }: People): Promise<Canary[]> {
  const invite = (name: string) =>
    admin.act(
      'lib/actions/users.ts#inviteUserAction',
      '/admin/users',
      { email: 'guest@example.org', name: 'Guest', role: 'owner' },
      name,
    );
  const tokenIn = (text: string) => /token=([\w-]{43})/.exec(text)?.[1] ?? '';
  const replaced = tokenIn(await invite('a replaced invitation'));
  const token = tokenIn(await invite('an invitation'));
  await anonymous.visit(`/invite?token=${token}`, 'an invitation');
  await anonymous.visit(`/invite?token=${replaced}`, 'a replaced invitation');
  await anonymous.act(
    'lib/actions/links.ts#keepLinkAction',
    '/invite',
    { token },
    'an invitation to Discord',
  );
  await anonymous.visit('/invite', 'an invitation after Discord');
  const redeem = (name: string, password: string) =>
    anonymous.act('lib/actions/links.ts#redeemLinkAction', '/invite', { token, password }, name);
  await redeem('a refused password', 'short');
  await redeem('an accepted password', chosen.ownerPassword);
  expect((await anonymous.fetch('/api/dashboard/bots')).status).toBe(200);
  await anonymous.signOut();
  const shownAt = (page: string) => [`admin: POST ${page}, body`, ...placesOf(page)];
  const withCookie = [
    // The response holds the page again, as the holder of the link sees it.
    ...['header', 'body'].map((part) => `anonymous: POST an invitation to Discord, ${part}`),
    ...['an invitation after Discord', 'an invitation after Discord (RSC)'].map(
      (page) => `anonymous: GET ${page}, body`,
    ),
  ];
  return [
    { name: 'invitation', value: token, shownAt: [...shownAt('an invitation'), ...withCookie] },
    { name: 'replaced invitation', value: replaced, shownAt: shownAt('a replaced invitation') },
  ];
}

/** Asks for a mail with a link, and opens that of a mail that ends others; returns the tokens. */
export async function useMails(
  { chosen }: Host,
  { anonymous }: People,
  mail: Pick<MailServer, 'received'>,
  known: readonly Canary[],
): Promise<Canary[]> {
  const ask = { email: OWNER };
  await anonymous.act(
    'lib/actions/links.ts#askResetAction',
    '/login?forgot=yes',
    ask,
    'a forgotten password',
  );
  // Those of earlier links may come too, unless they were used or replaced before.
  const tokenIn = (text: string) => /token=([\w-]{43})/.exec(text)?.[1] ?? '';
  let reset: string | undefined;
  for (let count = 1; reset === undefined; count++) {
    const tokens = (await mail.received(count))
      .filter(({ to }) => to === OWNER)
      .map(({ text }) => tokenIn(text));
    reset = tokens.find((token) => known.every(({ value }) => value !== token));
  }
  await anonymous.visit(`/reset?token=${reset}`, 'a mailed link');
  const scope = { userId: 'nobody', botId: BOT_ID, type: 'bot.silent' };
  const token = unsubscribeTokens(chosen.AUTH_SECRET).issue(scope);
  await anonymous.visit(`/unsubscribe?token=${token}`, 'a link that ends mails');
  await anonymous.act(
    'lib/actions/unsubscribe.ts#unsubscribeAction',
    '/unsubscribe',
    { token },
    'no more mails',
  );
  return [
    { name: 'mailed link', value: reset, shownAt: placesOf('a mailed link') },
    // Its first part is no secret: whose mails it ends.
    {
      name: 'link that ends mails',
      value: token.split('.')[1] ?? '',
      shownAt: placesOf('a link that ends mails'),
    },
  ];
}

/** Requests every page and read as every user. */
export async function visitEverything({ chosen }: Host, people: People): Promise<void> {
  const bot = `/bots/${BOT_ID}`;
  const pages = [
    '/',
    '/login',
    '/login?error=CredentialsSignin',
    '/setup',
    '/docs',
    '/no-such-page',
    '/account',
    '/second-factor',
    '/bots',
    bot,
    `${bot}?range=7d`,
    `${bot}/keys`,
    `${bot}/alerts`,
    '/notifications',
    '/bots/1283746529000000009',
    '/admin',
    '/admin/bots',
    '/admin/users',
    '/admin/keys',
    '/admin/audit',
    '/admin/bots?q=TestBot',
    '/invite',
    '/reset',
  ];
  const reads = [
    '/api/dashboard/bots',
    '/api/dashboard/people?q=o',
    `/api/dashboard${bot}?range=7d`,
    '/api/dashboard/bots/1',
    '/api/auth/callback/discord',
    '/api/auth/nothing',
    '/api/openapi.json',
    '/api/health/ready',
    '/api/unknown',
    '/client.tgz',
    '/_next/nothing.js',
  ];
  for (const visitor of Object.values(people)) {
    for (const page of pages) await visitor.visit(page);
    for (const path of reads) await visitor.fetch(path);
    for (const token of [chosen.METRICS_TOKEN, chosen.METRICS_TOKEN.slice(1)]) {
      await visitor.fetch('/api/metrics', { headers: { authorization: `Bearer ${token}` } });
    }
  }
}

/** Connects a Discord account and signs in with it. */
export async function signInWithDiscord({ chosen }: Host, people: People): Promise<void> {
  const confirm = 'lib/actions/account.ts#confirmPasswordAction';
  await people.owner.act(confirm, '/account', { password: chosen.wrongPassword });
  await people.owner.act(confirm, '/account', { password: chosen.newPassword });
  for (const who of [people.anonymous, people.owner, people.anonymous]) {
    const { href } = await who.startDiscord();
    const agreed = await fetch(href ?? '', { redirect: 'manual' });
    await who.fetch(agreed.headers.get('location') ?? '', {}, 'the callback from Discord');
  }
  expect((await people.anonymous.fetch('/api/dashboard/bots')).status).toBe(200);
  await people.anonymous.signOut();
}

/** Creates, rotates and revokes keys in the browser; returns them. Each is shown in one response. */
export async function handleKeys(people: People): Promise<Canary[]> {
  const page = `/bots/${BOT_ID}/keys`;
  const canaries: Canary[] = [];
  const make = async (action: string, fields: Record<string, string>, name: string) => {
    const text = await people.owner.act(`lib/actions/keys.ts#${action}`, page, fields, name);
    const [value = ''] = /btm_[0-9A-Za-z]{38}/.exec(text) ?? [];
    const [, keyId = ''] = /"keyId":"([^"]+)"/.exec(text) ?? [];
    canaries.push({ name: 'key', value, shownAt: [`owner: POST ${name}, body`] });
    return keyId;
  };
  const first = await make('createKeyAction', { botId: BOT_ID, name: 'first', expires: '' }, 'the first key');
  const second = await make('rotateKeyAction', { keyId: first, overlap: '24h' }, 'the second key');
  await make('createKeyAction', { botId: BOT_ID, name: 'third', expires: '' }, 'the third key');
  const revoke = { keyId: second };
  expect(await people.owner.act('lib/actions/keys.ts#revokeKeyAction', page, revoke)).toContain('"done"');
  return canaries;
}

/** Sends a key in the right header, and in every wrong part of a request. */
export async function callWith({ port, evidence }: Host, { anonymous }: People, key: string): Promise<void> {
  const body = { botId: BOT_ID, serverCount: 4, userCount: 273 };
  const bearer = { authorization: `Bearer ${key}` };
  const report = (sent: unknown, headers: Record<string, string> = {}, path = REPORT_PATH) =>
    anonymous.fetch(
      path,
      {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json', ...headers },
        body: typeof sent === 'string' ? sent : JSON.stringify(sent),
      },
      'a report',
    );
  for (let i = 0; i < 2; i++) await report(body);
  for (const field of ['x-request-id', 'user-agent', 'x-api-key', 'cookie']) {
    await report(body, { [field]: key });
    await anonymous.fetch(USAGE_PATH, { headers: { ...bearer, [field]: key } }, 'a usage read');
  }
  for (const field of ['content-type', 'content-encoding']) await report(body, { [field]: key });
  const faulty = [
    { botId: key },
    { serverCount: key },
    { [key]: 1 },
    { key },
    { botId: BOT_ID, apiKey: [key] },
  ];
  for (const fields of faulty) await report({ ...body, ...fields });
  for (const text of [key, `{"botId":"${key}`, `["${key}"]`, JSON.stringify(key), `{"a":${key}}`])
    await report(text);
  const wrong = [
    key,
    `Basic ${btoa(`${key}:`)}`,
    `Bearer ${key} ${key}`,
    `Bearer Bearer ${key}`,
    `Bearer "${key}"`,
  ];
  for (const authorization of [...wrong, `Bearer ${key},`, `Token ${key}`, `Bearer ${key.slice(0, -1)}`]) {
    await report(body, { authorization });
  }
  for (const path of [`${REPORT_PATH}?key=${key}`, `/api/v1/bots/${key}/stats`, `${REPORT_PATH}/${key}`]) {
    await report(body, { authorization: '' }, path);
  }
  const authorization = `Authorization: Bearer ${key}`;
  for (const bytes of [
    rawRequest(USAGE_PATH, [authorization, authorization]),
    rawRequest(USAGE_PATH, [authorization, 'Broken header']),
    rawRequest(`/api/v1/usage?access_token=${key}#${key}`),
    rawRequest(USAGE_PATH, [authorization], key),
    rawRequest(USAGE_PATH, [`Authorization: Bearer ${key}\u0000`]),
  ]) {
    evidence.add('a raw request', (await exchange(port, bytes)).text);
  }
}

/** Sends requests while the database fails; returns the statuses of a report and a usage read. */
export async function sendWhileFailing({ chosen }: Host, people: People, key: string): Promise<number[]> {
  const { anonymous, admin, owner } = people;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-request-id': key };
  const body = JSON.stringify({ botId: BOT_ID, serverCount: 4, userCount: 273 });
  const [report, usage, , signedIn] = await Promise.all([
    anonymous.fetch(REPORT_PATH, { method: 'POST', headers, body }, 'a report that fails'),
    anonymous.fetch(USAGE_PATH, { headers }, 'a usage read that fails'),
    anonymous.fetch('/api/health/ready'),
    anonymous.signIn(OWNER, chosen.newPassword),
    anonymous.act('lib/actions/setup.ts#setUp', '/setup', { token: key, password: chosen.adminPassword }),
    owner.act('lib/actions/keys.ts#createKeyAction', `/bots/${BOT_ID}/keys`, {
      botId: BOT_ID,
      name: 'never created',
    }),
    owner.act('lib/actions/account.ts#changeOwnPasswordAction', '/account', {
      currentPassword: chosen.newPassword,
      password: chosen.ownerPassword,
    }),
    ...['/bots', `/bots/${BOT_ID}`, '/account', '/api/dashboard/bots'].map((path) => owner.visit(path)),
    ...['/admin/bots', '/admin/keys'].map((path) => admin.visit(path)),
  ]);
  // Without the database's error message.
  expect([signedIn.response.status, signedIn.href]).toEqual([200, null]);
  expect(signedIn.message).toMatch(/^(The database cannot store anything|Something went wrong on our side)/);
  return [report.status, usage.status];
}
