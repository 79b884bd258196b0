import { beforeAll, describe, expect, test } from 'vitest';
import { signInOver } from '@/tests/support/browser-jar';
import { makeBot, makePerson, sessionCookie } from '@/tests/support/site';
import { rawDatabaseOf, siteForFile } from '@/tests/support/test-site';

/** Pages stay small even with long lists that an older version allowed. */

const OWNER = 'owner@example.org';
const BOT = '1583746529000000001';
const KEYS = 10_302;
const SESSIONS = 104;
const PAGE_BYTES_MAX = 500_000;

const site = siteForFile();
const rawDatabase = rawDatabaseOf(site);
let cookie: string;
const now = Date.now();

async function insert(count: number, into: string, row: (i: number) => string): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => `(${row(i)})`);
  for (let from = 0; from < count; from += 1_000) {
    await rawDatabase.run(`INSERT INTO ${into} VALUES ${rows.slice(from, from + 1_000).join()}`);
  }
}
beforeAll(async () => {
  const owner = await makePerson(site, OWNER, 'owner');
  await makeBot(site, { id: BOT, owner: OWNER });
  cookie = await sessionCookie(site, OWNER);
  await insert(
    KEYS,
    'api_keys (hash, id, bot_id, name, last4, created_at_ms)',
    (i) => `'hash-${i}', 'key-${i}', '${BOT}', 'name-${i}', 'abcd', ${now - i}`,
  );
  await insert(
    SESSIONS,
    'sessions (hash, user_id, created_at_ms, expires_at_ms, client)',
    (i) => `'hash-${i}', '${owner.id}', ${now - 1_000 - i}, ${now + 3_600_000}, 'browser-${i}.'`,
  );
});

async function shown(path: string, item: RegExp) {
  const response = await fetch(site.origin + path, { headers: { cookie } });
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html.length).toBeLessThan(PAGE_BYTES_MAX);
  // Remove the comments that React puts between text nodes.
  // What a reader sees: each number is in an element of its own.
  const text = html.replaceAll(/<!-- -->|<\/?span[^>]*>/g, '');
  return { items: new Set([...text.matchAll(item)].map(([, n]) => Number(n))), text };
}

const span = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, i) => from + i));

describe(`of ${KEYS} keys of a bot`, () => {
  test.each([
    ['', 0, 50, '1–50 of 10,302 keys'],
    ['?page=2', 50, 100, '51–100 of 10,302 keys'],
    ['?page=207', 10_300, 10_302, '10,301–10,302 of 10,302 keys'],
    ['?page=99999', 10_300, 10_302, '10,301–10,302 of 10,302 keys'],
    ['?page=-1', 0, 50, '1–50 of 10,302 keys'],
  ])('the page at %j shows only its own rows and their numbers', async (query, from, to, sentence) => {
    const { items, text } = await shown(`/bots/${BOT}/keys${query}`, /name-(\d+)/g);
    expect(items).toEqual(span(from, to));
    expect(text).toContain(sentence);
  });
});

describe(`of ${SESSIONS + 1} sessions of a person`, () => {
  test('the account shows twenty, and older ones on further pages', async () => {
    const item = /browser-(\d+)\./g;
    const first = await shown('/account', item);
    expect(first.items).toEqual(span(0, 19));
    expect(first.text).toContain('This browser');
    expect(first.text).toContain('1–20 of 105 sessions');
    expect((await shown('/account?page=2', item)).items).toEqual(span(19, 39));
    const last = await shown('/account?page=99', item);
    expect(last.items).toEqual(span(99, 104));
    expect(last.text).toContain('101–105 of 105 sessions');
  });

  test('a further sign-in keeps the newest hundred', async () => {
    await signInOver(site.origin, OWNER);
    const rows = await rawDatabase.rows<{ client: string }>('SELECT client FROM sessions');
    expect(rows).toHaveLength(100);
    expect(rows.map(({ client }) => client)).toContain('browser-0.');
    expect(rows.map(({ client }) => client)).not.toContain('browser-98.');
    expect((await fetch(`${site.origin}/api/dashboard/bots`, { headers: { cookie } })).status).toBe(200);
  });
});
