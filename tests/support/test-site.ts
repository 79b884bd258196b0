import { afterAll, beforeAll } from 'vitest';
import { startDiscord } from './discord';
import { startMailServer } from './mail-server';
import { openRawDatabase, type RawDatabase } from './process/raw-database';
import { type Site, startSite } from './site';

/** A site on SQLite. On PostgreSQL tests/api/pages/on-postgres.test.ts sees that each page is served. */
export const newSite = (env: Record<string, string> = {}): Promise<Site> => startSite(env);

/**
 * What all tests of a file use: `start` makes it before the first of them, `stop` ends it after the last. Its members are
 * there in tests and hooks; a file whose tests are only listed starts nothing.
 */
export function forFile<T extends object>(
  start: () => T | Promise<T>,
  stop: (started: T) => void | Promise<void> = () => {},
): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started && stop(started));
  const existing = (): T => {
    if (started === undefined) throw new Error('It is there in tests and hooks only.');
    return started;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const value = Reflect.get(existing(), name, existing());
      // A class may have private members, which only its own instances have.
      return typeof value === 'function' ? value.bind(existing()) : value;
    },
    set: (_, name, value) => Reflect.set(existing(), name, value),
  });
}

type Env = Record<string, string>;

/** A site for all tests of a file. */
export const siteForFile = (env: Env | (() => Env) = {}): Site =>
  forFile(
    () => newSite(typeof env === 'function' ? env() : env),
    (site) => site.stop(),
  );

/** A site that uses a fake of Discord. */
export function siteWithDiscord(env: Record<string, string> = {}) {
  const discord = forFile(startDiscord, ({ stop }) => stop());
  return { discord, site: siteForFile(() => ({ ...discord.env, ...env })) };
}

/** A site that sends its mails, with credentials and over TLS, to a server of this process. */
export function siteWithMail(env: Record<string, string> = {}) {
  const mail = forFile(startMailServer, ({ stop }) => stop());
  return { mail, site: siteForFile(() => ({ ...mail.env, ...env })) };
}

/** SQL on the database of a site. */
export const rawDatabaseOf = (site: Site): RawDatabase =>
  forFile(
    () => openRawDatabase(site.databaseUrl),
    (raw) => raw.close(),
  );
