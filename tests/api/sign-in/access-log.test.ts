import { expect, test } from 'vitest';
import { BrowserJar, signedInBrowser, submitForm } from '@/tests/support/browser-jar';
import { makePerson } from '@/tests/support/site';
import { rawDatabaseOf, siteForFile } from '@/tests/support/test-site';

/** Sign-ins and denials are counted per hour, so that nobody can fill the database by causing them. */

const METRICS_TOKEN = 'a-token-for-prometheus';
const DENIED = ['lib/actions/bots.ts#createBotAction', '/admin/bots'] as const;
const BOT = { id: '1383746529000000001', name: 'New', owner: 'nobody@example.org', plan: 'free' };

const site = siteForFile({ METRICS_TOKEN });
const rawDatabase = rawDatabaseOf(site);

const rowsOf = (table: string) => rawDatabase.rows<Record<string, unknown>>(`SELECT * FROM ${table}`);

/** The counts of one kind, summed over the hours of the test. */
async function countsOf(kind: string, subject: string): Promise<{ rows: number; count: number }> {
  const found = (await rowsOf('access_log')).filter((row) => row.kind === kind && row.subject === subject);
  return { rows: found.length, count: found.reduce((sum, row) => sum + Number(row.count), 0) };
}

/** Denials are written in order, after their responses. */
const expectCount = (kind: string, subject: string, count: number) =>
  expect.poll(async () => (await countsOf(kind, subject)).count).toBe(count);

async function denialsOf(who: 'anonymous' | 'person'): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const lines = (await (await fetch(`${site.origin}/api/metrics`, { headers })).text()).split('\n');
  const sample = `botmeter_denials_total{action="bot.create",who="${who}"}`;
  return Number(
    lines
      .find((line) => line.startsWith(sample))
      ?.split(' ')
      .at(-1) ?? 0,
  );
}

test('denials of requests without a session are counted in the metrics and write nothing', async () => {
  const { id, email } = await makePerson(site, 'witness@example.org', 'owner');
  const witness = await signedInBrowser(site, email);
  const tables = ['audit_log', 'access_log'];
  const before = await Promise.all(tables.map(rowsOf));
  const stranger = new BrowserJar(site.origin);
  await Promise.all(Array.from({ length: 50 }, () => submitForm(stranger, DENIED, BOT)));
  expect(await denialsOf('anonymous')).toBe(50);
  // When this last denial is written, all are.
  await submitForm(witness, DENIED, BOT);
  await expectCount('deny', id, 1);
  const isOfStranger = (row: Record<string, unknown>) => row.subject !== id || row.kind !== 'deny';
  const after = await Promise.all(tables.map(async (table) => (await rowsOf(table)).filter(isOfStranger)));
  expect(after).toEqual(before);
});

test('a person’s sign-ins, refused sign-ins and denials are a row an hour each, which admins see', async () => {
  const { id, email } = await makePerson(site, 'owner@example.org', 'owner');
  await makePerson(site, 'admin@example.org', 'admin');
  const changes = await rowsOf('audit_log');
  const denied = await denialsOf('person');
  for (let i = 0; i < 5; i++) await signedInBrowser(site, email, 'not the right passphrase');
  for (let i = 0; i < 2; i++) await signedInBrowser(site, email);
  const jar = await signedInBrowser(site, email);
  for (let i = 0; i < 20; i++) await submitForm(jar, DENIED, BOT);
  for (const [kind, count] of [
    ['sign-in.refuse', 5],
    ['sign-in', 3],
    ['deny', 20],
  ] as const) {
    await expectCount(kind, id, count);
    // A new hour can begin while the test runs.
    expect((await countsOf(kind, id)).rows).toBeLessThanOrEqual(2);
  }
  expect(await rowsOf('audit_log')).toEqual(changes);
  expect((await denialsOf('person')) - denied).toBe(20);

  const admin = await signedInBrowser(site, 'admin@example.org');
  const page = await (await admin.fetch(`/admin/audit/sign-ins?q=${email}`)).text();
  for (const text of [email, 'Sign in', 'Sign-in refused', 'Refused', 'Register bot'])
    expect(page).toContain(text);
  expect(await (await admin.fetch('/admin/audit')).text()).toContain('/admin/audit/sign-ins');
});
