import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserJar } from '@/tests/support/browser-jar';
import { act } from '@/tests/support/discord-browser';
import { openRawDatabase, type RawDatabase } from '@/tests/support/process/raw-database';
import { makePerson, PASSWORD, type Site, startSite } from '@/tests/support/site';

/** Sign-ins and denials are counted per hour, so that nobody can fill the database by causing them. */

const TOKEN = 'a-token-for-prometheus';
const DENIED = ['app/actions/bots.ts#createBotAction', '/admin/bots'] as const;
const BOT = { id: '1383746529000000001', name: 'New', owner: 'nobody@example.org', plan: 'free' };

let site: Site;
let rawDatabase: RawDatabase;
beforeAll(async () => {
  site = await startSite({ METRICS_TOKEN: TOKEN });
  rawDatabase = openRawDatabase(site.databaseUrl);
});
afterAll(async () => {
  await rawDatabase.close();
  await site.stop();
});

const rowsOf = (table: string) => rawDatabase.rows<Record<string, unknown>>(`SELECT * FROM ${table}`);

/** The counts of one kind, summed over the hours of the test. */
async function countsOf(kind: string, subject: string): Promise<{ rows: number; count: number }> {
  const found = (await rowsOf('access_log')).filter((row) => row.kind === kind && row.subject === subject);
  return { rows: found.length, count: found.reduce((sum, row) => sum + Number(row.count), 0) };
}

async function metric(labels: string): Promise<number> {
  const response = await fetch(`${site.origin}/api/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const line = (await response.text())
    .split('\n')
    .find((l) => l.startsWith(`botmeter_denials_total{${labels}}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('denials of requests without a session are counted in the metrics and write nothing', async () => {
  const { id, email } = await makePerson(site, 'witness@example.org', 'owner');
  const witness = new BrowserJar(site.origin);
  await witness.signIn(email, PASSWORD);
  const tables = ['audit_log', 'access_log'];
  const before = await Promise.all(tables.map(rowsOf));
  const stranger = new BrowserJar(site.origin);
  await Promise.all(Array.from({ length: 50 }, () => act(stranger, site.origin, DENIED, BOT)));
  expect(await metric('action="bot.create",who="anonymous"')).toBe(50);
  // Denials are written in order after their responses, so when the last one is there, all are.
  await act(witness, site.origin, DENIED, BOT);
  await expect.poll(async () => (await countsOf('deny', id)).count, { timeout: 10_000 }).toBe(1);
  const isOfStranger = (row: Record<string, unknown>) => row.subject !== id || row.kind !== 'deny';
  const after = await Promise.all(tables.map(async (table) => (await rowsOf(table)).filter(isOfStranger)));
  expect(after).toEqual(before);
});

test('a person’s sign-ins, refused sign-ins and denials are a row an hour each, and the admin sees them', async () => {
  const { id, email } = await makePerson(site, 'owner@example.org', 'owner');
  await makePerson(site, 'admin@example.org', 'admin');
  const changes = await rowsOf('audit_log');
  const denied = await metric('action="bot.create",who="person"');
  const jar = new BrowserJar(site.origin);
  for (let i = 0; i < 5; i++) await jar.signIn(email, 'not the right passphrase');
  for (let i = 0; i < 3; i++) await jar.signIn(email, PASSWORD);
  for (let i = 0; i < 20; i++) await act(jar, site.origin, DENIED, BOT);
  for (const [kind, count] of [
    ['sign-in.refuse', 5],
    ['sign-in', 3],
    ['deny', 20],
  ] as const) {
    // Denials are written after their responses.
    await expect.poll(async () => (await countsOf(kind, id)).count, { timeout: 10_000 }).toBe(count);
    // A new hour can begin while the test runs.
    expect((await countsOf(kind, id)).rows).toBeLessThanOrEqual(2);
  }
  expect(await rowsOf('audit_log')).toEqual(changes);
  expect((await metric('action="bot.create",who="person"')) - denied).toBe(20);

  const admin = new BrowserJar(site.origin);
  await admin.signIn('admin@example.org', PASSWORD);
  const page = await (await admin.fetch(`/admin/audit/sign-ins?q=${email}`)).text();
  for (const text of [email, 'Sign in', 'Sign-in refused', 'Refused', 'Register bot'])
    expect(page).toContain(text);
  expect(await (await admin.fetch('/admin/audit')).text()).toContain('/admin/audit/sign-ins');
});
