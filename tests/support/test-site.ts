import { afterAll, inject } from 'vitest';
import { startDiscord } from './discord';
import { startMailServer } from './mail-server';
import { createDatabase } from './process/database-url';
import { openRawDatabase, type RawDatabase } from './process/raw-database';
import { type Site, startSite } from './site';

/** A site on SQLite, or on PostgreSQL when SITE_DATABASE=PostgreSQL: the same tests run on both. */
export const newSite = async (env: Record<string, string> = {}): Promise<Site> =>
  process.env.SITE_DATABASE === 'PostgreSQL'
    ? startSite(env, await createDatabase(inject('postgresUrl')))
    : startSite(env);

/** A site for all tests of a file. */
export async function siteForFile(env: Record<string, string> = {}): Promise<Site> {
  const site = await newSite(env);
  afterAll(() => site.stop());
  return site;
}

/** A site that uses a fake of Discord. */
export async function siteWithDiscord(env: Record<string, string> = {}) {
  const discord = await startDiscord();
  afterAll(() => discord.stop());
  return { discord, site: await siteForFile({ ...discord.env, ...env }) };
}

/** A site that sends its mails, with credentials and over TLS, to a server of this process. */
export async function siteWithMail(env: Record<string, string> = {}) {
  const mail = await startMailServer();
  afterAll(() => mail.stop());
  return { mail, site: await siteForFile({ ...mail.env, ...env }) };
}

/** SQL on the database of a site. */
export function rawDatabaseOf(site: Site): RawDatabase {
  const rawDatabase = openRawDatabase(site.databaseUrl);
  afterAll(() => rawDatabase.close());
  return rawDatabase;
}
