import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { findProblems } from '@/lib/data/check';
import { openPostgres } from '@/lib/data/postgres/open';
import { openSqlite } from '@/lib/data/sqlite/open';
import { makeDatabase, type Scratch, scratch } from '../support/data/sqlite-files';
import { createDatabase, queryPostgres } from '../support/process/database-url';

/** Two webhooks of which the second is encrypted with another secret. */
const webhook = (sealed: string) =>
  `INSERT INTO webhook_endpoints (id, bot_id, kind, address, secret, host, last4, event_types, created_at_ms,
    status, status_reason, status_at_ms, health, given_up, dropped, not_before_ms, lease_until_ms, lease_token)
    VALUES ('${sealed}', '1', 'signed', '${sealed}', '${sealed}', 'host', '', '', 0, 'on', '', 0, 'new', 0, 0, 0, 0, '')`;
const WEBHOOKS = ['mine', 'other'].map(webhook).join(';');
/** Two sources of votes, of which the second is encrypted with another secret, and one that was deleted. */
const source = (sealed: string, deletedAtMs: string) =>
  `INSERT INTO vote_sources (id, bot_id, kind, name, secret, created_at_ms, deleted_at_ms)
    VALUES ('source ${sealed}', '1', 'topgg', 'list', '${sealed}', 0, ${deletedAtMs})`;
const SOURCES = [source('mine', 'NULL'), source('other', 'NULL'), source('', '1')].join(';');
const isReadable = (sealed: string) => sealed === 'mine';
const UNREADABLE = [
  'Set these webhooks again, which AUTH_SECRET does not decrypt: other (host).',
  'Make these vote sources again, which AUTH_SECRET does not decrypt: source other (list).',
];
/** Of a bot whose calls are all split, one call more than is counted. */
const ONE_TOO_MANY = `INSERT INTO users (id, email, name, role, created_at_ms) VALUES ('1', 'a@example.org', 'A', 'owner', 0);
  INSERT INTO bots (id, name, owner_id, plan, former_history_days, registered_at_ms, cycle_used, day_counts, usage_part)
  VALUES ('1', 'Bot', '1', 'free', 7, 0, 2, '1:2:0', '86400000:1:0:1:1;0:2;1:2');
  INSERT INTO usage_parts (bot_id, started_at_ms, day, cycle_index, operations, keys) VALUES ('1', 5, 1, 0, '0:1', '1:1')`;
const NOT_SPLIT = ['Bot 1: 2 calls are counted on 1970-01-02, and 3 by operation.'];
const EXTRA = /^No migration creates the /;
const MISSING = /^The .* is missing\.$/;
const OTHER = /^The .* differs from the one that the migrations create\.$/;

const HELPER = 'CREATE TRIGGER helper AFTER INSERT ON bots BEGIN UPDATE users SET role = "admin"; END';
const OTHER_KEEPER =
  'DROP TRIGGER audit_log_keeps; CREATE TRIGGER audit_log_keeps BEFORE DELETE ON audit_log BEGIN SELECT 1; END';

/** That it finds nothing in a database of any older version is in tests/fault/upgrade. */
describe('the schema check on SQLite', () => {
  let place: Scratch;
  beforeEach(() => {
    place = scratch();
    openSqlite(place.file).close();
  });
  afterEach(() => place.remove());
  const problems = () => findProblems({ kind: 'sqlite', file: place.file }, isReadable);

  it('finds nothing on a new database', async () => expect(await problems()).toEqual([]));

  it.each([
    ['an added trigger', HELPER, EXTRA],
    ['an added table', 'CREATE TABLE notes (text)', EXTRA],
    ['an added view', 'CREATE VIEW admins AS SELECT * FROM users', EXTRA],
    ['an added index', 'CREATE INDEX users_by_role ON users (role)', EXTRA],
    ['an added column', 'ALTER TABLE users ADD COLUMN secret TEXT', OTHER],
    ['a missing index', 'DROP INDEX keys_of_bot', MISSING],
    ['a missing trigger', 'DROP TRIGGER audit_log_keeps', MISSING],
    ['a trigger of another content', OTHER_KEEPER, OTHER],
  ])('finds %s', async (_, sql, expected) => {
    makeDatabase(place.file, [sql.replaceAll('"', "'")]);
    expect(await problems()).toEqual([expect.stringMatching(expected)]);
  });

  it('finds webhooks that cannot be decrypted', async () => {
    makeDatabase(place.file, `${WEBHOOKS};${SOURCES}`.split(';'));
    expect(await problems()).toEqual(UNREADABLE);
  });

  it('finds counted calls that do not add up by operation and key', async () => {
    makeDatabase(place.file, ONE_TOO_MANY.split(';\n'));
    expect(await problems()).toEqual(NOT_SPLIT);
  });

  it('ignores SQLite’s own objects', async () => {
    makeDatabase(place.file, ['ANALYZE']);
    expect(await problems()).toEqual([]);
  });
});

describe('the schema check on PostgreSQL', () => {
  let url: string;
  beforeEach(async () => {
    url = await createDatabase(inject('postgresUrl'));
  });
  const run = (sql: string) => queryPostgres(url, sql);
  const migrated = async () => (await openPostgres({ url, max: 1, onError: () => {} })).end();
  const problems = () => findProblems({ kind: 'postgres', url }, isReadable);

  it('finds nothing on a new database, and leaves nothing in it', async () => {
    await migrated();
    expect(await problems()).toEqual([]);
    expect(await run("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'botmeter%'")).toEqual([]);
  });

  it('finds counted calls that do not add up by operation and key', async () => {
    await migrated();
    await run(ONE_TOO_MANY);
    expect(await problems()).toEqual(NOT_SPLIT);
  });

  it.each([
    [
      'an added trigger',
      `CREATE FUNCTION public.helper() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
       CREATE TRIGGER helper BEFORE UPDATE ON bots FOR EACH ROW EXECUTE FUNCTION helper()`,
      [EXTRA, EXTRA],
    ],
    ['an added view', 'CREATE VIEW admins AS SELECT * FROM users', [EXTRA]],
    ['an added index', 'CREATE INDEX users_by_role ON users (role)', [EXTRA]],
    ['an added column', 'ALTER TABLE users ADD COLUMN secret text', [EXTRA]],
    ['a rule', 'CREATE RULE quiet AS ON DELETE TO sessions DO INSTEAD NOTHING', [EXTRA]],
    ['a missing index', 'DROP INDEX keys_of_bot', [MISSING]],
    ['a missing constraint', 'ALTER TABLE users DROP CONSTRAINT users_role_check', [MISSING]],
    ['a column of another type', 'ALTER TABLE users ALTER COLUMN created_at_ms TYPE numeric', [OTHER]],
    ['a disabled trigger', 'ALTER TABLE audit_log DISABLE TRIGGER audit_log_stands', [OTHER]],
    ['references that are not checked', 'ALTER TABLE sessions DISABLE TRIGGER ALL', [EXTRA]],
    ['row security', 'ALTER TABLE reports ENABLE ROW LEVEL SECURITY', [OTHER]],
    ['a policy that hides rows', 'CREATE POLICY few ON reports USING (number < 5)', [EXTRA]],
    [
      'a function of another content',
      `CREATE OR REPLACE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      [OTHER],
    ],
  ])('finds %s', async (_, sql, expected) => {
    await migrated();
    await run(sql);
    expect(await problems()).toEqual(expected.map((one) => expect.stringMatching(one)));
  });

  it('finds webhooks that cannot be decrypted', async () => {
    await migrated();
    await run(`${WEBHOOKS};${SOURCES}`);
    expect(await problems()).toEqual(UNREADABLE);
  });

  it('works in a schema other than `public`', async () => {
    await run(
      `CREATE SCHEMA "My bots"; ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = "My bots"`,
    );
    await migrated();
    expect(await problems()).toEqual([]);
    await run('CREATE VIEW admins AS SELECT * FROM users');
    expect(await problems()).toEqual(['No migration creates the view admins.']);
  });

  it('reports that a role lacks the privilege', async () => {
    await migrated();
    await run('CREATE ROLE keeper LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO keeper');
    const ofKeeper = Object.assign(new URL(url), { username: 'keeper' }).href;
    const found = await findProblems({ kind: 'postgres', url: ofKeeper }, isReadable);
    expect(found).toEqual([expect.stringMatching(/^The schema could not be compared .*permission denied/)]);
  });

  it('reports an empty database', async () => {
    expect(await problems()).toEqual([expect.stringMatching(/\S/)]);
  });
});
