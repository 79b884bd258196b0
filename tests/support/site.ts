import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContainer } from '@/lib/container';
import type { Bot } from '@/lib/domain/bot';
import { OPERATOR } from '@/lib/domain/caller';
import type { PlanName } from '@/lib/domain/plan';
import type { Role, User } from '@/lib/domain/user';
import { parseEnv } from '@/lib/env';
import type { Passwords } from '@/lib/ports/passwords';
import type { Ports } from '@/lib/ports/ports';
import { createBot } from '@/lib/services/bots/create';
import { createKey } from '@/lib/services/keys/create';
import { createUser } from '@/lib/services/users/create';
import { startPostgres } from './postgres.mjs';
import { databaseUrlOf, settingsFor } from './process/database-url';
import { ROOT } from './process/service';
import { accepted } from './result';

export const PASSWORD = 'a long enough passphrase';

/** The built server in its own process on a new database, and the services of this process on the same database. */
export type Site = {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly ports: Ports;
  /** Signs the session cookies. */
  readonly authSecret: string;
  /** What the process printed so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/** Starts it on SQLite, or on its own PostgreSQL server when SITE_DATABASE=PostgreSQL: the same tests run on both. */
export async function startSite(
  env: Record<string, string> = {},
  database = process.env.SITE_DATABASE,
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-site-'));
  const postgres = database === 'PostgreSQL' ? await startPostgres() : null;
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const databasePath = postgres?.url ?? join(folder, 'botmeter.db');
  const settings = {
    DATABASE_URL: databaseUrlOf(databasePath),
    ...settingsFor(databasePath),
    PORT: String(port),
    ...env,
  };
  const child = spawn(process.execPath, ['lib/build/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  await readiness(origin, child, () => output);
  const parsed = parseEnv({ ...settings, LOG_LEVEL: 'silent' });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  const container = await openContainer(parsed.env);
  return {
    origin,
    databaseUrl: databaseUrlOf(databasePath),
    ports: container.ports,
    authSecret: container.authSecret,
    output: () => output,
    stop: async () => {
      await container.close();
      await ended(child);
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

async function readiness(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (Date.now() < giveUpAt && child.exitCode === null) {
    const answer = await fetch(`${origin}/api/health/ready`).catch(() => null);
    if (answer?.ok && output().includes('Botmeter listens on')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service did not start:\n${output()}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Nearly all test users have the same password, so that its expensive hash is computed once. */
let hashed: Promise<string> | undefined;
const passwordsOf = ({ passwords }: Ports): Passwords => ({
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
  const people = { ...ports, passwords: passwordsOf(ports) };
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
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = csrf.headers.getSetCookie().map((c) => c.split(';', 1)[0]);
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookies.join('; '), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  });
  const session = answer.headers.getSetCookie().find((c) => c.includes('botmeter.session='));
  if (session === undefined) throw new Error(`Sign-in failed: ${await answer.text()}`);
  return session.split(';', 1)[0] ?? '';
}
