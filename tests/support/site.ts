import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '@/lib/auth/cookies';
import type { Bot } from '@/lib/domain/bots/bot';
import { OPERATOR, type PersonCaller, type Role, SESSION_MS, type User } from '@/lib/domain/people/caller';
import type { PlanName } from '@/lib/domain/quota/plan';
import type { Passwords, Ports } from '@/lib/ports/ports';
import { createBot } from '@/lib/services/bots/create';
import { createKey } from '@/lib/services/keys/change';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { PASSWORD } from './browser-jar';
import { databaseUrlOf } from './process/database-url';
import { openServices } from './process/open-services';
import { startService, stopService } from './process/service';
import { accepted } from './result';

/** The built server in its own process on a new database, and the services of this process on the same database. */
export type Site = {
  readonly origin: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly ports: Ports;
  /** Signs the session cookies. */
  readonly authSecret: string;
  /** What the process printed so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/** Starts it on an empty database, by default a new SQLite file. */
export async function startSite(env: Record<string, string> = {}, database?: string): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-site-'));
  const databaseUrl = databaseUrlOf(database ?? join(folder, 'botmeter.db'));
  // On all interfaces, so that Next's requests to itself go to `localhost`, as the browser's do.
  const port = env.PORT === undefined ? {} : { port: Number(env.PORT) };
  const service = await startService({ databaseUrl, env: { HOST: undefined, ...env }, ...port });
  const { ports, authSecret, close } = await openServices(databaseUrl);
  return {
    origin: `http://localhost:${service.port}`,
    port: service.port,
    databaseUrl,
    ports,
    authSecret,
    output: service.output,
    stop: async () => {
      await close();
      await stopService(service);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Nearly all test users have the same password, so that its expensive hash is computed once. */
let hashed: Promise<string> | undefined;
const withCachedHash = ({ passwords }: Ports): Passwords => ({
  ...passwords,
  hash: (password) => {
    if (password !== PASSWORD) return passwords.hash(password);
    hashed ??= passwords.hash(password);
    return hashed;
  },
});

export async function makePerson(
  { ports }: Pick<Site, 'ports'>,
  email: string,
  role: Role,
  name?: string,
): Promise<User> {
  const people = { ...ports, passwords: withCachedHash(ports) };
  return accepted(await createUser(people, OPERATOR, { email, role, password: PASSWORD, name }));
}

export async function makeBot(
  { ports }: Pick<Site, 'ports'>,
  bot: { id: string; owner: string; name?: string; plan?: PlanName },
): Promise<Bot> {
  const { id, name = 'TestBot', plan = 'free' } = bot;
  return accepted(await createBot(ports, OPERATOR, { id, name, owner: { email: bot.owner }, plan }));
}

/** Creates a key; returns it in plain text. */
export async function makeKey(
  { ports }: Pick<Site, 'ports'>,
  botId: string,
): Promise<{ key: string; keyId: string }> {
  const { key, apiKey } = accepted(
    await createKey(ports, OPERATOR, { botId, name: 'default', expiresAtMs: null }),
  );
  return { key, keyId: apiKey.id };
}

/** Creates a session without signing in; returns its `Cookie` header and its caller. */
export async function openSession({ origin, ports, authSecret }: Site, email: string) {
  const sid = ports.secrets.newToken();
  const hash = ports.secrets.hash(sid);
  const user = await ports.directory.write([], async ({ users, sessions }, nowMs) => {
    const user = await users.findByEmail(email);
    if (user === null) throw new Error(`There is no ${email}.`);
    const [createdAtMs, expiresAtMs] = [nowMs, nowMs + SESSION_MS];
    await sessions.insert({
      hash,
      userId: user.id,
      createdAtMs,
      expiresAtMs,
      client: 'test',
      confirmedAtMs: null,
    });
    return user;
  });
  const token = await encode({ token: { uid: user.id, sid }, secret: authSecret });
  const who: PersonCaller = { kind: 'person', userId: user.id, role: user.role, sessionHash: hash };
  return { cookie: `${sessionCookieName(origin)}=${token}`, who };
}

/** The `Cookie` header of a new session, for tests that are not about signing in. */
export const sessionCookie = async (site: Site, email: string): Promise<string> =>
  (await openSession(site, email)).cookie;

/** Every kind of client that can send a request. */
export const CLIENTS = [
  'anonymous',
  'owner',
  'other owner',
  'admin',
  'disabled',
  'signed out',
  'API key',
] as const;
export type ClientName = (typeof CLIENTS)[number];

/** A new bot with its owner and key, and the headers of each client. No other test uses them. */
export type ClientContext = {
  readonly botId: string;
  readonly keyId: string;
  readonly ownerEmail: string;
  readonly ownerId: string;
  readonly headers: Readonly<Record<ClientName, Record<string, string>>>;
};

let created = 0;

/** `only`: the clients that the test uses beside the owner; the others have no headers, as an anonymous one. */
export async function createClients(
  site: Site,
  only: readonly ClientName[] = CLIENTS,
): Promise<ClientContext> {
  const n = ++created;
  const botId = String(1_283_746_529_000_000_000n + BigInt(n));
  const make = (who: string, role: Role) => makePerson(site, `${who}${n}@example.org`, role);
  const signedIn = async ({ email }: User) => ({ cookie: await sessionCookie(site, email) });
  const owner = await make('owner', 'owner');
  await makeBot(site, { id: botId, owner: owner.email });
  const { key, keyId } = await makeKey(site, botId);
  const others: Readonly<Record<Exclude<ClientName, 'owner'>, () => Promise<Record<string, string>>>> = {
    anonymous: async () => ({}),
    'other owner': async () => signedIn(await make('other', 'owner')),
    admin: async () => signedIn(await make('admin', 'admin')),
    // Made admins, so that a cookie that still worked would show.
    disabled: async () => {
      const person = await make('disabled', 'admin');
      const headers = await signedIn(person);
      accepted(await changeUser(site.ports, OPERATOR, { userId: person.id }, { isDisabled: true }));
      return headers;
    },
    'signed out': async () => {
      const { cookie, who } = await openSession(site, (await make('gone', 'admin')).email);
      accepted(await endOwnSessions(site.ports, who));
      return { cookie };
    },
    'API key': async () => ({ authorization: `Bearer ${key}` }),
  };
  const headers = Object.fromEntries(CLIENTS.map((name) => [name, {}])) as Record<
    ClientName,
    Record<string, string>
  >;
  headers.owner = await signedIn(owner);
  for (const name of only) if (name !== 'owner') headers[name] = await others[name]();
  return { botId, keyId, ownerEmail: owner.email, ownerId: owner.id, headers };
}
