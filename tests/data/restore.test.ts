import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { backUp, type Container, openContainer, restore } from '@/lib/container';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { LINK_MS } from '@/lib/domain/people/access-link';
import { OPERATOR } from '@/lib/domain/people/caller';
import { parseEnv } from '@/lib/env';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { setPublic } from '@/lib/services/bots/publish';
import { changeSettings } from '@/lib/services/bots/settings';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { setPassword } from '@/lib/services/passwords/set';
import { finishRemovals } from '@/lib/services/removals/finish';
import { resetFactor } from '@/lib/services/second-factor/reset';
import { signIn } from '@/lib/services/sessions/sign-in';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { purgeUser } from '@/lib/services/votes/purge';
import { createSource, deleteSource, pauseSource, rotateSource } from '@/lib/services/votes/sources';
import { fingerprintOf, makeDatabase, type Scratch, scratch } from '../support/data/sqlite-files';
import { createDatabase, databaseUrlOf, settingsFor } from '../support/process/database-url';
import { openRawDatabase } from '../support/process/raw-database';
import { accepted } from '../support/result';
import { giveFactor } from '../support/second-factor';

const OLD = 'the password of the backup';
const NEW = 'the password of today 12';
const BOTS = ['11111111111111111', '22222222222222222', '33333333333333333', '44444444444444444'] as const;
const [KEPT, DISABLED, DELETED, GIVEN] = BOTS;
const PEOPLE = ['admin', 'keeper', 'demoted', 'changed', 'disabled', 'deleted', 'linked'] as const;
const emailOf = (name: string) => `${name}@example.org`;

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

const addressOf = (database: string) =>
  database.startsWith('postgres')
    ? ({ kind: 'postgres', url: database } as const)
    : ({ kind: 'sqlite', file: database } as const);

async function within<R>(database: string, work: (container: Container) => Promise<R>): Promise<R> {
  const parsed = parseEnv({ ...settingsFor(database), LOG_LEVEL: 'silent' });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  const container = await openContainer(parsed.env);
  try {
    return await work(container);
  } finally {
    await container.close();
  }
}

/** A sign-in from an unknown browser. */
const LINK = {
  hash: 'another hash',
  kind: 'invite',
  userId: 'new',
  email: 'new@example.org',
  name: 'New',
  role: 'admin',
  issuer: 'operator',
} as const;

const signInAs = (name: string, password: string) => ({
  email: emailOf(name),
  password,
  client: 'a browser',
  address: '192.0.2.1',
  network: '192.0.2.1',
  knownBrowserId: () => null,
});

type Filled = { readonly users: Record<string, string>; readonly keys: Record<string, string> };

/** Creates people, bots, keys, a Discord identity, a session of each person, and a set-up link. */
const fill = (database: string): Promise<Filled> =>
  within(database, async ({ ports }) => {
    const users: Record<string, string> = {};
    for (const name of PEOPLE) {
      const role = ['admin', 'demoted'].includes(name) ? 'admin' : 'owner';
      const made = await createUser(ports, OPERATOR, { email: emailOf(name), role, password: OLD });
      users[name] = accepted(made).id;
      expect((await signIn(ports, signInAs(name, OLD))).kind).toBe('signed-in');
    }
    await ports.directory.write([], async ({ identities, setupTokens, accessLinks }, nowMs) => {
      await identities.insert({ provider: 'discord', subject: '99' }, users.linked ?? '', nowMs);
      await setupTokens.insert('a hash', nowMs);
      await accessLinks.insert({ ...LINK, createdAtMs: nowMs, expiresAtMs: nowMs + LINK_MS });
    });
    const keys: Record<string, string> = {};
    for (const id of BOTS) {
      const bot = { id, name: `Bot ${id[0]}`, owner: { email: emailOf('keeper') }, plan: 'free' } as const;
      accepted(await createBot(ports, OPERATOR, bot));
      for (const name of ['kept', 'revoked', 'rotated']) {
        const made = await createKey(ports, OPERATOR, { botId: id, name, expiresAtMs: null });
        keys[`${id[0]} ${name}`] = accepted(made).apiKey.id;
      }
    }
    await ports.directory.write([], async ({ planRequests }, nowMs) => {
      for (const botId of [KEPT, GIVEN]) {
        await planRequests.put({
          botId,
          plan: 'business',
          formerPlan: 'free',
          askedAtMs: nowMs,
          used: 1,
          resetAtMs: nowMs,
          pace: null,
          runsOutAtMs: null,
          status: 'open',
          answeredAtMs: null,
          answer: '',
        });
      }
    });
    return { users, keys };
  });

/** Withdraws access after the backup, which the restore must not give back. */
const withdraw = (database: string, { keys }: Filled): Promise<void> =>
  within(database, async ({ ports }) => {
    accepted(await revokeKey(ports, OPERATOR, keys['1 revoked'] ?? ''));
    accepted(await rotateKey(ports, OPERATOR, keys['1 rotated'] ?? '', '1h'));
    accepted(await changeBot(ports, OPERATOR, DISABLED, { isDisabled: true }));
    accepted(await changeBot(ports, OPERATOR, GIVEN, { owner: { email: emailOf('linked') } }));
    accepted(await deleteBot(ports, OPERATOR, DELETED));
    accepted(await changeUser(ports, OPERATOR, { email: emailOf('demoted') }, { role: 'owner' }));
    accepted(await changeUser(ports, OPERATOR, { email: emailOf('disabled') }, { isDisabled: true }));
    accepted(await setPassword(ports, OPERATOR, { email: emailOf('changed') }, NEW));
    accepted(await deleteUser(ports, OPERATOR, { email: emailOf('deleted') }));
    await ports.directory.write([], ({ identities }) =>
      identities.delete({ provider: 'discord', subject: '99' }),
    );
  });

const ENDED = ['sessions', 'setup_tokens', 'access_links']
  .map((t) => `SELECT hash FROM ${t}`)
  .join(' UNION ');
const ENDED_ROWS = {
  sessions: PEOPLE.length,
  setup_tokens: 1,
  access_links: 1,
  remembered_browsers: 0,
  bot_invitations: 0,
};
const LAST_ENTRY = 'SELECT actor, action FROM audit_log ORDER BY id DESC LIMIT 1';
const RESTORED = [{ actor: 'operator', action: 'database.restore' }];
const REQUESTS = 'SELECT bot_id FROM plan_requests ORDER BY bot_id';
type Row = Record<string, string | number | null>;

async function rowsOf<R = Row>(database: string, sql: string): Promise<R[]> {
  const rawDatabase = openRawDatabase(databaseUrlOf(database));
  try {
    return await rawDatabase.rows<R>(sql);
  } finally {
    await rawDatabase.close();
  }
}

const canSignIn = (database: string, name: string, password: string) =>
  within(database, async ({ ports }) => {
    return (await signIn(ports, signInAs(name, password))).kind === 'signed-in';
  });

async function liveKeysOf(database: string): Promise<string[]> {
  const sql = 'SELECT id FROM api_keys WHERE revoked_at_ms IS NULL AND expires_at_ms IS NULL';
  return (await rowsOf<{ id: string }>(database, sql)).map(({ id }) => id);
}

describe('a restore of SQLite over the database that the backup was made from', () => {
  let filled: Filled;
  let backup: string;
  beforeEach(async () => {
    filled = await fill(place.file);
    backup = join(place.folder, 'older.backup');
    await backUp(addressOf(place.file), backup);
  });

  const restoreBackup = () => restore(backup, addressOf(place.file), true);

  it('ends all sessions and set-up links, and nothing else if nothing changed since the backup', async () => {
    const before = await rowsOf(place.file, 'SELECT * FROM api_keys ORDER BY hash');
    const { ended, withdrawn, keysToReview, isAllKnown, counts } = await restoreBackup();
    expect(ended).toEqual(ENDED_ROWS);
    expect(await rowsOf(place.file, ENDED)).toEqual([]);
    expect([withdrawn, keysToReview, isAllKnown]).toEqual([[], [], true]);
    expect(counts).toMatchObject({ users: PEOPLE.length, bots: 4, api_keys: 12 });
    expect(await rowsOf(place.file, 'SELECT * FROM api_keys ORDER BY hash')).toEqual(before);
    expect(await rowsOf(place.file, REQUESTS)).toEqual([{ bot_id: KEPT }, { bot_id: GIVEN }]);
    expect(await rowsOf(place.file, LAST_ENTRY)).toEqual(RESTORED);
  });

  it('applies again what was withdrawn since the backup, and reports it', async () => {
    await withdraw(place.file, filled);
    const { withdrawn, keysToReview } = await restoreBackup();
    expect(keysToReview).toEqual([]);
    const { keys } = filled;
    const key = (name: string) => ({ keyId: keys[name], name: name.slice(2) });
    expect(withdrawn).toHaveLength(13);
    expect(withdrawn).toEqual(
      expect.arrayContaining(
        [
          { change: 'key-revoked', ...key('1 revoked') },
          { change: 'key-expires-earlier', ...key('1 rotated') },
          { change: 'bot-disabled', botId: DISABLED },
          { change: 'bot-deleted', botId: DELETED },
          { change: 'bot-given-away', botId: GIVEN },
          { change: 'person-disabled', email: emailOf('disabled') },
          { change: 'person-deleted', email: emailOf('deleted') },
          { change: 'person-no-admin', email: emailOf('demoted') },
          { change: 'password-changed', email: emailOf('changed') },
          { change: 'identity-removed', email: emailOf('linked'), provider: 'discord' },
        ].map((one) => expect.objectContaining(one)),
      ),
    );
    // The new owner of a bot asked for nothing.
    expect(await rowsOf(place.file, REQUESTS)).toEqual([{ bot_id: KEPT }]);
    // The database agrees with the output.
    expect(await rowsOf(place.file, 'SELECT id FROM api_keys WHERE rotated_at_ms IS NOT NULL')).toEqual([
      { id: keys['1 rotated'] },
    ]);
    const dead = ['1 revoked', '1 rotated', '3 kept', '3 revoked', '3 rotated'].map((name) => keys[name]);
    const live = await liveKeysOf(place.file);
    expect(live).toHaveLength(12 - dead.length);
    for (const id of dead) expect(live).not.toContain(id);
    expect(
      await rowsOf(place.file, 'SELECT id FROM bots WHERE disabled_at_ms IS NOT NULL ORDER BY id'),
    ).toEqual([{ id: DISABLED }, { id: DELETED }]);
    expect(await rowsOf(place.file, 'SELECT * FROM identities')).toEqual([]);
    expect(await rowsOf(place.file, "SELECT email FROM users WHERE role = 'admin'")).toEqual([
      { email: emailOf('admin') },
    ]);
    expect(await canSignIn(place.file, 'changed', OLD)).toBe(false);
    expect(await canSignIn(place.file, 'changed', NEW)).toBe(true);
    expect(await canSignIn(place.file, 'disabled', OLD)).toBe(false);
    expect(await canSignIn(place.file, 'deleted', OLD)).toBe(false);
    expect(await canSignIn(place.file, 'admin', OLD)).toBe(true);
    // The same again.
    expect((await restoreBackup()).keysToReview).toEqual([]);
    expect(await liveKeysOf(place.file)).toHaveLength(7);
    expect(await canSignIn(place.file, 'changed', OLD)).toBe(false);
  });

  it('makes no bot public that is not so now, and none at all where that is not known', async () => {
    const turn = (botId: string, isPublic: boolean) =>
      within(place.file, async ({ ports }) => accepted(await setPublic(ports, OPERATOR, botId, isPublic)));
    const show = (showsDeploys: boolean) =>
      within(place.file, async ({ ports }) =>
        accepted(await changeSettings(ports, OPERATOR, KEPT, { showsDeploys })),
      );
    await turn(KEPT, true);
    await turn(GIVEN, true);
    await show(true);
    const published = join(place.folder, 'published.backup');
    await backUp(addressOf(place.file), published);
    await turn(GIVEN, false);
    await show(false);
    const publicBots = (file: string) =>
      rowsOf(file, 'SELECT id, shows_deploys FROM bots WHERE is_public = 1');
    const { withdrawn } = await restore(published, addressOf(place.file), true);
    expect(withdrawn).toContainEqual({ change: 'bot-unpublished', botId: GIVEN });
    expect(withdrawn).toContainEqual({ change: 'bot-deploys-hidden', botId: KEPT });
    expect(await publicBots(place.file)).toEqual([{ id: KEPT, shows_deploys: 0 }]);
    const elsewhere = join(place.folder, 'elsewhere.db');
    const alone = await restore(published, addressOf(elsewhere), false);
    expect(alone.withdrawn).toEqual([
      ...[KEPT, GIVEN].toSorted().map((botId) => ({ change: 'bot-unpublished', botId })),
      { change: 'bot-deploys-hidden', botId: KEPT },
    ]);
    expect(await publicBots(elsewhere)).toEqual([]);
  });

  it('keeps deleted sources of votes deleted, paused ones paused, rotated secrets and purged votes, and their counts', async () => {
    const secretOfRotated = "SELECT secret FROM vote_sources WHERE name = 'rotated'";
    let former: unknown;
    await within(place.file, async ({ ports }) => {
      const make = async (botId: string, name: string) =>
        accepted(await createSource(ports, OPERATOR, { botId, kind: 'topgg', name })).source.id;
      const ids = { kept: await make(KEPT, 'kept'), deleted: await make(KEPT, 'deleted') };
      const more = { paused: await make(KEPT, 'paused'), gone: await make(DELETED, 'gone') };
      const rotated = await make(KEPT, 'rotated');
      await ports.directory.write([], async ({ votes, events }, nowMs) => {
        const vote = { botId: KEPT, sourceId: ids.kept, username: 'Nelly', weight: 1, storedAtMs: nowMs };
        const times = { votedAtMs: nowMs, expiresAtMs: nowMs + 1 };
        const users = ['purged', 'purged', 'stays'];
        await votes.insert(users.map((userId, i) => ({ ...vote, ...times, id: `vote-${i}`, userId })));
        const data = { botId: KEPT, botName: 'Bot', voteId: 'vote-0' };
        const moment = { period: 'vote-0', atMs: nowMs, dueAtMs: nowMs };
        await events.insert([{ type: 'vote.created', ...moment, data }]);
      });
      rmSync(backup);
      await backUp(addressOf(place.file), backup);
      accepted(await deleteSource(ports, OPERATOR, ids.deleted));
      accepted(await pauseSource(ports, OPERATOR, more.paused));
      former = await rowsOf(backup, secretOfRotated);
      accepted(await rotateSource(ports, OPERATOR, rotated, { keepsFormer: false }));
      accepted(await purgeUser(ports, OPERATOR, KEPT, 'purged'));
      accepted(await deleteBot(ports, OPERATOR, DELETED));
    });
    const later = await rowsOf(place.file, secretOfRotated);
    expect(later).not.toEqual(former);
    const { withdrawn } = await restoreBackup();
    expect(await rowsOf(place.file, secretOfRotated)).toEqual(later);
    const ofVotes = withdrawn.filter(({ change }) => change.startsWith('vote'));
    expect(ofVotes).toEqual([
      { change: 'vote-source-deleted', botId: KEPT },
      { change: 'vote-source-deleted', botId: DELETED },
      { change: 'vote-source-paused', botId: KEPT },
      { change: 'vote-source-rotated', botId: KEPT },
      { change: 'votes-purged', botId: KEPT },
    ]);
    expect(await rowsOf(place.file, 'SELECT user_id FROM votes')).toEqual([{ user_id: 'stays' }]);
    expect(await rowsOf(place.file, 'SELECT votes FROM vote_days')).toEqual([{ votes: 3 }]);
    expect(await rowsOf(place.file, "SELECT id FROM events WHERE type = 'vote.created'")).toEqual([]);
    expect(
      await rowsOf(
        place.file,
        "SELECT name, deleted_at_ms IS NULL AS is_there, paused_at_ms IS NULL AS is_on, secret = '' AS is_empty FROM vote_sources ORDER BY name",
      ),
    ).toEqual([
      { name: 'deleted', is_there: 0, is_on: 1, is_empty: 1 },
      { name: 'gone', is_there: 0, is_on: 1, is_empty: 1 },
      { name: 'kept', is_there: 1, is_on: 1, is_empty: 0 },
      { name: 'paused', is_there: 1, is_on: 0, is_empty: 0 },
      { name: 'rotated', is_there: 1, is_on: 1, is_empty: 0 },
    ]);
  });

  it('keeps a bot that was deleted and registered again, without its former keys', async () => {
    await withdraw(place.file, filled);
    await within(place.file, async ({ ports }) => {
      await finishRemovals(ports);
      const bot = { id: DELETED, name: 'Again', owner: { email: emailOf('keeper') }, plan: 'free' } as const;
      accepted(await createBot(ports, OPERATOR, bot));
    });
    const { withdrawn } = await restoreBackup();
    expect(withdrawn.filter((one) => 'botId' in one && one.botId === DELETED)).toHaveLength(3);
    expect((await rowsOf(place.file, `SELECT disabled_at_ms FROM bots WHERE id = '${DELETED}'`))[0]).toEqual({
      disabled_at_ms: null,
    });
  });

  it('of a newer backup over an older database revives no key and no older password', async () => {
    const older = join(place.folder, 'as-of-then.db');
    copyFileSync(backup, older);
    await withdraw(place.file, filled);
    const newer = join(place.folder, 'newer.backup');
    await backUp(addressOf(place.file), newer);
    const { keysToReview } = await restore(newer, addressOf(older), true);
    // The older database does not know what happened after the backup.
    expect(keysToReview).toHaveLength(9);
    expect(await canSignIn(older, 'changed', OLD)).toBe(false);
    expect(await canSignIn(older, 'changed', NEW)).toBe(true);
  });

  it.each([
    ['there is no database', (file: string) => rmSync(file)],
    ['the database is damaged', (file: string) => corruptFile(file)],
    ['the database is a new one', (file: string) => replaceByEmpty(file)],
  ])('lists the keys that work again when %s', async (_, make) => {
    await withdraw(place.file, filled);
    make(place.file);
    const { withdrawn, keysToReview, isAllKnown } = await restoreBackup();
    expect(isAllKnown).toBe(false);
    expect(withdrawn.filter(({ change }) => change === 'password-changed')).toEqual([]);
    expect(keysToReview.map(({ keyId }) => keyId).sort()).toEqual((await liveKeysOf(place.file)).sort());
    expect(keysToReview).toContainEqual({
      keyId: filled.keys['1 kept'],
      botId: KEPT,
      name: 'kept',
      last4: expect.stringMatching(/^\w{4}$/),
    });
    const [key] = await rowsOf<{ hash: string }>(place.file, 'SELECT hash FROM api_keys LIMIT 1');
    expect(JSON.stringify(keysToReview)).not.toContain(key?.hash ?? '');
  });

  it('is refused for a backup with an added or a missing trigger, and nothing is changed', async () => {
    await withdraw(place.file, filled);
    const before = fingerprintOf(place.folder);
    for (const sql of [
      "CREATE TRIGGER helper AFTER DELETE ON sessions BEGIN UPDATE users SET role = 'admin'; END",
      'DROP TRIGGER audit_log_keeps',
    ]) {
      const changed = join(place.folder, 'changed.backup');
      copyFileSync(backup, changed);
      makeDatabase(changed, [sql]);
      for (const database of [place.file, await createDatabase(inject('postgresUrl'))]) {
        await expect(restore(changed, addressOf(database), database === place.file)).rejects.toThrow(
          /changed\.backup is not a valid backup: .*trigger/,
        );
      }
      rmSync(changed);
    }
    expect(fingerprintOf(place.folder)).toEqual(before);
  });

  it('would be refused for a backup with an added index, and the backup command says so', async () => {
    makeDatabase(place.file, ['CREATE INDEX mine ON users (role)']);
    const file = join(place.folder, 'mine.backup');
    expect((await backUp(addressOf(place.file), file)).schemaProblems).toEqual([
      'No migration creates the index mine.',
    ]);
    expect(existsSync(file)).toBe(true);
  });
});

const withFactor = (name: string) => within(place.file, ({ ports }) => giveFactor(ports, emailOf(name)));
const FACTORS = 'SELECT email FROM second_factors JOIN users ON id = user_id ORDER BY email';
const lastStep = (n: number) => [`UPDATE second_factors SET last_step = ${n}`];

it('a restore gives back no removed second factor, loses no newer one, and leaves codes used', async () => {
  await fill(place.file);
  for (const name of ['keeper', 'changed', 'linked']) await withFactor(name);
  const backup = join(place.folder, 'factors.backup');
  await backUp(addressOf(place.file), backup);
  accepted(await within(place.file, ({ ports }) => resetFactor(ports, { email: emailOf('keeper') })));
  await withFactor('changed');
  await withFactor('admin');
  const used =
    'DELETE FROM recovery_codes WHERE hash IN (SELECT min(hash) FROM recovery_codes GROUP BY user_id)';
  makeDatabase(place.file, [...lastStep(7), used]);
  const later = await rowsOf(place.file, 'SELECT * FROM second_factors');
  const codes = await rowsOf(place.file, 'SELECT * FROM recovery_codes');
  expect(codes).toHaveLength(27);
  const { withdrawn, factorsToReview } = await restore(backup, addressOf(place.file), true);
  expect(withdrawn).toEqual(
    ['admin', 'changed', 'keeper'].map((name) => ({ change: 'factor-changed', email: emailOf(name) })),
  );
  expect(factorsToReview).toEqual([]);
  expect(await rowsOf(place.file, 'SELECT * FROM second_factors')).toEqual(later);
  expect(await rowsOf(place.file, 'SELECT * FROM recovery_codes')).toEqual(codes);
});

it('a restore where the later database is not known lists the people with a second factor, and lets no used code work', async () => {
  await fill(place.file);
  await withFactor('keeper');
  const older = join(place.folder, 'older.db');
  await backUp(addressOf(place.file), older);
  const used = 'DELETE FROM recovery_codes WHERE hash = (SELECT min(hash) FROM recovery_codes)';
  makeDatabase(older, [...lastStep(9), used]);
  await within(place.file, ({ ports }) =>
    setPassword(ports, OPERATOR, { email: emailOf('changed') }, NEW).then(accepted),
  );
  const backup = join(place.folder, 'newer.backup');
  await backUp(addressOf(place.file), backup);
  const { factorsToReview } = await restore(backup, addressOf(older), true);
  expect(factorsToReview).toEqual([emailOf('keeper')]);
  expect(await rowsOf(older, 'SELECT last_step FROM second_factors')).toEqual([{ last_step: 9 }]);
  expect(await rowsOf(older, 'SELECT hash FROM recovery_codes')).toHaveLength(9);
  const target = await createDatabase(inject('postgresUrl'));
  const elsewhere = await restore(backup, addressOf(target), false);
  expect(elsewhere.factorsToReview).toEqual([emailOf('keeper')]);
  expect(await rowsOf(target, FACTORS)).toEqual([{ email: emailOf('keeper') }]);
});

it('a restore gives back no role with a bot that ended or became smaller, and no invitation', async () => {
  await fill(place.file);
  const [bot] = await rowsOf(place.file, 'SELECT id FROM bots ORDER BY id LIMIT 1');
  const botId = String(bot?.id);
  makeDatabase(place.file, [
    `INSERT INTO bot_people SELECT '${botId}', id, 'manager', 1 FROM users`,
    `INSERT INTO bot_invitations VALUES ('${botId}', 'new@example.org', 'manager', 'operator', 1)`,
  ]);
  const backup = join(place.folder, 'roles.backup');
  await backUp(addressOf(place.file), backup);
  const of = (name: string) => `user_id = (SELECT id FROM users WHERE email = '${emailOf(name)}')`;
  makeDatabase(place.file, [
    `DELETE FROM bot_people WHERE ${of('keeper')}`,
    `UPDATE bot_people SET role = 'viewer' WHERE ${of('changed')}`,
    'DELETE FROM bot_invitations',
  ]);
  const later = await rowsOf(place.file, 'SELECT * FROM bot_people ORDER BY user_id');
  const { withdrawn, ended } = await restore(backup, addressOf(place.file), true);
  expect(withdrawn).toEqual([{ change: 'role-ended', botId }]);
  expect(ended).toMatchObject({ bot_invitations: 1 });
  expect(await rowsOf(place.file, 'SELECT * FROM bot_people ORDER BY user_id')).toEqual(later);
  expect(later.length).toBeGreaterThan(2);
  expect(await rowsOf(place.file, 'SELECT * FROM bot_invitations')).toEqual([]);
});

it('a restore into PostgreSQL ends sessions and set-up links, and lists all keys', async () => {
  const source = await createDatabase(inject('postgresUrl'));
  await fill(source);
  const backup = join(place.folder, 'shared.backup');
  await backUp(addressOf(source), backup);
  const target = await createDatabase(inject('postgresUrl'));
  const { ended, withdrawn, keysToReview } = await restore(backup, addressOf(target), false);
  expect([ended, withdrawn]).toEqual([ENDED_ROWS, []]);
  expect(keysToReview).toHaveLength(12);
  expect(await rowsOf(target, ENDED)).toEqual([]);
  expect(await rowsOf(target, LAST_ENTRY)).toEqual(RESTORED);
  expect(await canSignIn(target, 'admin', OLD)).toBe(true);
});

it('a backup of schema version 1 can be restored over a database of version 1 and keeps its version', async () => {
  const fixture = readFileSync(new URL('../fault/upgrade/fixtures/sqlite-1.sql', import.meta.url), 'utf8');
  const backup = join(place.folder, 'first.backup');
  makeDatabase(backup, [fixture]);
  makeDatabase(place.file, [fixture, `UPDATE api_keys SET revoked_at_ms = 5`]);
  const { withdrawn, keysToReview } = await restore(backup, addressOf(place.file), true);
  expect(keysToReview).toEqual([]);
  expect(withdrawn.length).toBeGreaterThan(0);
  expect(await rowsOf(place.file, 'SELECT id FROM api_keys WHERE revoked_at_ms IS NULL')).toEqual([]);
  expect(await rowsOf(place.file, 'SELECT max(version) AS version FROM schema_migrations')).toEqual([
    { version: 1 },
  ]);
});

function corruptFile(file: string): void {
  const database = new SqliteDatabase(file);
  const page = Number(
    database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'api_keys'").pluck().get(),
  );
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xff, (page - 1) * size, page * size));
}

function replaceByEmpty(file: string): void {
  rmSync(file);
  makeDatabase(file, []);
}
