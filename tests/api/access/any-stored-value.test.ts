import { beforeAll, describe, expect, test, vi } from 'vitest';
import { actionRequest } from '@/tests/support/browser-jar';
import { reportRequest } from '@/tests/support/process/requests';
import { makeBot, makeKey, makePerson, sessionCookie } from '@/tests/support/site';
import { rawDatabaseOf, siteForFile } from '@/tests/support/test-site';

/** No stored value may break a page: the tests store values with SQL that no service would write. */

const ADMIN = 'admin@example.org';
const BOT = '1483746529000000001';
const CREATE_KEY = 'lib/actions/keys.ts#createKeyAction';
const ROTATE_KEY = 'lib/actions/keys.ts#rotateKeyAction';

const site = siteForFile();
const rawDatabase = rawDatabaseOf(site);
let keyId: string;
let cookie: string;
beforeAll(async () => {
  await makePerson(site, ADMIN, 'admin');
  await makeBot(site, { id: BOT, owner: ADMIN });
  const made = await makeKey(site, BOT);
  keyId = made.keyId;
  cookie = await sessionCookie(site, ADMIN);
  const { path, ...report } = reportRequest({ id: BOT, key: made.key });
  expect((await fetch(site.origin + path, report)).status).toBe(200);
  expect((await fetch(site.origin + path, report)).status).toBe(429);
  await vi.waitFor(
    async () => expect(await rawDatabase.rows('SELECT id FROM refusals')).toHaveLength(1),
    10_000,
  );
});

const PAGES = [
  '/bots',
  ...['', '?range=7d', '?range=all', '/keys', '/activity', '/alerts'].map((rest) => `/bots/${BOT}${rest}`),
  '/account',
  '/notifications',
  ...['bots', 'users', 'keys', 'audit'].map((name) => `/admin/${name}`),
  '/api/dashboard/bots',
  `/api/dashboard/bots/${BOT}?range=7d`,
  `/api/dashboard/bots/${BOT}/activity`,
];

/** Those that show a key. */
const OF_KEYS = PAGES.filter((path) => /\/keys$/.test(path) || path === `/bots/${BOT}`);

async function expectPagesWork(pages = PAGES): Promise<void> {
  const lines = site.output().split('\n').length;
  for (const path of pages) {
    const response = await fetch(site.origin + path, { headers: { cookie } });
    const html = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect(html).not.toContain('This page could not be shown');
    // React marks a part that failed on the server with its digest.
    expect(html).not.toMatch(/data-dgst="[^"]/);
  }
  expect(site.output().split('\n').slice(lines).join('\n')).not.toMatch(/RangeError|TypeError|"level":50/);
}

const BIG = ['9223372036854775807', '-9223372036854775807', '8640000000000001', '-8640000000000001', '0'];

/** 64-bit columns whose values pages show or calculate with. */
const TIMES_AND_COUNTS = {
  api_keys: [
    'created_at_ms',
    'expires_at_ms',
    'revoked_at_ms',
    'last_used_at_ms',
    'rotated_at_ms',
    'own_expires_at_ms',
  ],
  bots: [
    'registered_at_ms',
    'plan_changed_at_ms',
    'last_report_at_ms',
    'reports_total',
    'server_count',
    'user_count',
    'shard_count',
    'enabled_at_ms',
  ],
  serving_times: ['from_ms', 'until_ms'],
  reports: ['server_count', 'user_count', 'shard_count'],
  users: ['created_at_ms'],
  sessions: ['created_at_ms'],
  refusals: ['count', 'first_at_ms', 'last_at_ms'],
};

const SMALLER: readonly (readonly [what: string, changes: readonly string[]])[] = [
  [
    'the highest counts, and an error of another version',
    [
      'bots SET cycle_used = 2147483647, cycle_index = 2147483647',
      "refusals SET error = 'toString', endpoint = '', key_id = 'gone', last_at_ms = 8640000000000001",
    ],
  ],
  [
    'the lowest numbers, and empty texts',
    [
      "bots SET cycle_index = -2147483647, former_history_days = -2147483647, name = ''",
      "users SET name = ''",
      "api_keys SET name = '', last4 = ''",
    ],
  ],
  [
    'counters that are not numbers, and texts with direction marks',
    [
      "bots SET left_cycles = 'x,:,0:x', day_counts = '::,20000:x:y,1e400:1:1', name = '\u202e\u200b'",
      "sessions SET client = '\u202e'",
    ],
  ],
];

describe('every page works with', () => {
  test.each(BIG)('%s as every time and count', async (value) => {
    for (const [table, columns] of Object.entries(TIMES_AND_COUNTS)) {
      await rawDatabase.run(`UPDATE ${table} SET ${columns.map((column) => `${column} = ${value}`).join()}`);
    }
    await expectPagesWork();
    // The page shows more of a key that is still live.
    await rawDatabase.run('UPDATE api_keys SET revoked_at_ms = NULL');
    await expectPagesWork(OF_KEYS);
  });

  test.each(SMALLER)('%s', async (_, changes) => {
    for (const change of changes) await rawDatabase.run(`UPDATE ${change}`);
    await expectPagesWork();
  });

  test('any JSON and text in entries of the audit log', async () => {
    const texts = [
      '',
      'no JSON',
      'null',
      '5',
      '"x"',
      '[1]',
      '{"toString":1}',
      '{"expiresAtMs":1e300}',
      '{"expiresAtMs":"x"}',
      '{"name":{"a":[]}}',
      '{"__proto__":1,"constructor":2}',
      '['.repeat(9_000),
    ];
    const into = 'audit_log (at_ms, actor, action, subject, before_json, after_json)';
    for (const [i, text] of texts.entries()) {
      const values = `${BIG[i % BIG.length]}, 'x', 'key.create', '${BOT}', ?, ?`;
      await rawDatabase.run(`INSERT INTO ${into} VALUES (${values})`, text, text);
    }
    await expectPagesWork();
  });
});

describe('a date in a raw request', () => {
  const send = async (name: string, form: Record<string, string>) => {
    const request = actionRequest(name, form, { cookie, origin: site.origin });
    const response = await fetch(`${site.origin}/bots/${BOT}/keys`, request);
    expect(response.status).toBe(200);
    return response.text();
  };
  const count = async () =>
    Number((await rawDatabase.rows<{ n: number }>('SELECT count(*) AS n FROM api_keys'))[0]?.n);

  test.each(['+275760-09-12', '9999-12-31', '2027-02-31', '2027-01-31T00:00', 'x', '-1', '0'])(
    '%s creates no key',
    async (expires) => {
      const before = await count();
      const text = await send(CREATE_KEY, { botId: BOT, name: 'x', expires });
      expect(text).toContain('"status":"refused"');
      expect(text).toContain('"errors":{"expires":');
      expect(await count()).toBe(before);
    },
  );

  test('that an older version stored is bounded when the key is rotated, and every page still works', async () => {
    await rawDatabase.run(
      'UPDATE api_keys SET expires_at_ms = 8639977881599999, rotated_at_ms = NULL WHERE id = ?',
      keyId,
    );
    const text = await send(ROTATE_KEY, { keyId, overlap: '7d' });
    expect(text).toContain('"status":"done"');
    const latest = 'SELECT max(expires_at_ms) AS at FROM api_keys WHERE id <> ?';
    const rows = await rawDatabase.rows<{ at: number }>(latest, keyId);
    expect(Number(rows[0]?.at)).toBeLessThan(Date.now() + 3_654 * 86_400_000);
    await expectPagesWork();
  });
});
