import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bot } from '@/lib/domain/bot';
import { OPERATOR } from '@/lib/domain/caller';
import type { PlanName } from '@/lib/domain/plan';
import type { Role, User } from '@/lib/domain/user';
import type { Passwords } from '@/lib/ports/passwords';
import type { Ports } from '@/lib/ports/ports';
import { createBot } from '@/lib/services/bots/create';
import { createKey } from '@/lib/services/keys/create';
import { createUser } from '@/lib/services/users/create';
import { BrowserJar } from './browser-jar';
import { databaseUrlOf } from './process/database-url';
import { openServices } from './process/operator';
import { startService, stopService } from './process/service';
import { accepted } from './result';

export const PASSWORD = 'a long enough passphrase';

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

/** Signs in over HTTP as a browser does; returns the `Cookie` header of the session. */
export async function signInOver(origin: string, email: string, password = PASSWORD): Promise<string> {
  const browser = new BrowserJar(origin);
  await browser.signIn(email, password);
  const session = browser.cookie.split('; ').find((cookie) => cookie.includes('botmeter.session='));
  if (session === undefined) throw new Error(`${email} could not sign in.`);
  return session;
}
