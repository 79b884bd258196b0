import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWellFormedKey } from '@/lib/domain/api-key';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { openRawDatabase } from '@/tests/support/process/raw-database';
import { openShell, type Shell } from './run';

/** The operator's story on one database: every command; usage.test.ts has them as they are typed. */

const PASSWORD = 'tangerine kettle 42';
const ANN = 'ann@example.org';
const BOB = 'bob@example.org';
const IN_NINE_YEARS = new Date().getUTCFullYear() + 9;

let shell: Shell;
beforeAll(() => {
  shell = openShell({}, true);
});
afterAll(() => shell.remove());

/** The value that a command printed with --json, which was done. */
async function done(args: readonly string[], input?: string): Promise<unknown> {
  const { status, value, stderr } = await shell.json(args, input);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/error|warn/i) });
  return value;
}

/** That a command is refused: status 1, the reason in one line on standard error and as the one JSON line. */
async function refused(args: readonly string[], error: string): Promise<void> {
  const { status, value, stderr } = await shell.json(args);
  expect(status).toBe(1);
  expect(value).toEqual({ error, message: expect.stringMatching(/^\S.*\.$/) });
  expect(lastLines(stderr)).toEqual([(value as { message: string }).message]);
}

/** Standard error without what npm itself may say about the machine's settings. */
const lastLines = (stderr: string) =>
  stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'));

describe('users', () => {
  it('user create makes a person and prints the id; the password may come from standard input', async () => {
    expect(await done(['user', 'create', '--email', ANN, '--role', 'admin', '--password', PASSWORD])).toEqual(
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    );
    const fromStdin = ['user', 'create', '--email', BOB, '--role', 'owner', '--name', 'Bob B.'];
    expect(await done(fromStdin, `${PASSWORD}\nsecond line\n`)).toEqual({ id: expect.any(String) });
    expect(await done(['user', 'list'])).toEqual([
      expect.objectContaining({ email: ANN, role: 'admin', name: 'ann', disabled: false }),
      expect.objectContaining({ email: BOB, role: 'owner', name: 'Bob B.', disabled: false }),
    ]);
  });

  it('refuses a taken address, a weak password and none at all', async () => {
    await Promise.all([
      refused(['user', 'create', '--email', ANN, '--role', 'owner', '--password', PASSWORD], 'conflict'),
      refused(
        ['user', 'create', '--email', 'x@example.org', '--role', 'owner', '--password', 'short'],
        'invalid',
      ),
      refused(['user', 'create', '--email', 'x@example.org', '--role', 'owner'], 'invalid'),
      refused(['user', 'create', '--email', 'nobody', '--role', 'owner', '--password', PASSWORD], 'invalid'),
    ]);
  });

  it('user set-password disconnects Discord unless --keep-discord is given', async () => {
    const rawDatabase = openRawDatabase(`file:${shell.file}`);
    const connect = "INSERT INTO identities SELECT 'discord', '42', id, 0 FROM users WHERE email = ?";
    const left = async () => (await rawDatabase.rows('SELECT subject FROM identities')).length;
    await rawDatabase.run(connect, BOB);
    await done(['user', 'set-password', '--email', BOB, '--keep-discord'], `${PASSWORD}\n`);
    expect(await left()).toBe(1);
    await done(['user', 'set-password', '--email', BOB], `${PASSWORD}\n`);
    expect(await left()).toBe(0);
    const sql = "SELECT actor FROM audit_log WHERE action = 'identity.disconnect'";
    expect(await rawDatabase.rows(sql)).toEqual([{ actor: 'operator' }]);
    await rawDatabase.close();
  });

  it('user set-role, disable, enable and set-password print the changed person, without secrets', async () => {
    expect(await done(['user', 'set-role', '--email', BOB, '--role', 'admin'])).toMatchObject({
      role: 'admin',
    });
    expect(await done(['user', 'set-role', '--email', BOB, '--role', 'owner'])).toMatchObject({
      role: 'owner',
    });
    expect(await done(['user', 'disable', '--email', BOB])).toMatchObject({ email: BOB, disabled: true });
    expect(await done(['user', 'enable', '--email', BOB])).toMatchObject({ email: BOB, disabled: false });
    const changed = await done(['user', 'set-password', '--email', BOB], 'another kettle 43\n');
    expect(Object.keys(changed as object).sort()).toEqual([
      'createdAt',
      'disabled',
      'email',
      'id',
      'name',
      'role',
    ]);
  });

  it('refuses what would leave no admin, and people who are not there', async () => {
    await Promise.all([
      refused(['user', 'disable', '--email', ANN], 'conflict'),
      refused(['user', 'set-role', '--email', ANN, '--role', 'owner'], 'conflict'),
      refused(['user', 'delete', '--email', ANN], 'conflict'),
      refused(['user', 'disable', '--email', 'nobody@example.org'], 'not_found'),
    ]);
  });
});

describe('bots', () => {
  it('bot create registers a bot and prints its id, as text: on the free plan unless told otherwise', async () => {
    expect(await done(['bot', 'create', '--id', BOT_ID, '--name', 'Bot 机', '--owner', BOB])).toEqual({
      id: BOT_ID,
    });
    const second = [
      'bot',
      'create',
      '--id',
      OTHER_BOT_ID,
      '--name',
      'Two',
      '--owner',
      ANN,
      '--plan',
      'business',
    ];
    expect(await done(second)).toEqual({ id: OTHER_BOT_ID });
    expect(await done(['bot', 'list'])).toEqual([
      expect.objectContaining({ id: BOT_ID, name: 'Bot 机', plan: 'free', disabled: false }),
      expect.objectContaining({ id: OTHER_BOT_ID, name: 'Two', plan: 'business', disabled: false }),
    ]);
  });

  it('bot set-plan, set-owner, disable and enable print the changed bot', async () => {
    expect(await done(['bot', 'set-plan', '--id', BOT_ID, '--plan', 'premium'])).toMatchObject({
      plan: 'premium',
    });
    const owner = (await done(['bot', 'set-owner', '--id', BOT_ID, '--owner', ANN])) as { ownerId: string };
    expect(await done(['bot', 'set-owner', '--id', BOT_ID, '--owner', BOB])).not.toMatchObject(owner);
    expect(await done(['bot', 'disable', '--id', BOT_ID])).toMatchObject({ id: BOT_ID, disabled: true });
    expect(await done(['bot', 'enable', '--id', BOT_ID])).toMatchObject({ id: BOT_ID, disabled: false });
  });

  it('refuses a taken id, one that is no snowflake, an unknown owner, and to delete a person who owns one', async () => {
    await Promise.all([
      refused(['bot', 'create', '--id', BOT_ID, '--name', 'x', '--owner', BOB], 'conflict'),
      refused(['bot', 'create', '--id', '12', '--name', 'x', '--owner', BOB], 'invalid'),
      refused(
        ['bot', 'create', '--id', '1'.repeat(18), '--name', 'x', '--owner', 'no@example.org'],
        'not_found',
      ),
      refused(['user', 'delete', '--email', BOB], 'conflict'),
      refused(['bot', 'disable', '--id', '1'.repeat(18)], 'not_found'),
    ]);
  });
});

describe('keys', () => {
  type Created = { keyId: string; key: string; botId: string };
  let first: Created;

  it('key create prints the key, once: no list and no file shows it again', async () => {
    first = (await done(['key', 'create', '--bot', BOT_ID, '--name', 'main'])) as Created;
    expect(first).toEqual({ keyId: expect.any(String), key: expect.stringMatching(/^btm_/), botId: BOT_ID });
    expect(isWellFormedKey(first.key)).toBe(true);
    const listed = await shell.botmeter(['key', 'list', '--bot', BOT_ID, '--json']);
    expect(JSON.parse(listed.stdout)).toEqual([
      expect.objectContaining({
        keyId: first.keyId,
        name: 'main',
        last4: first.key.slice(-4),
        revokedAt: null,
      }),
    ]);
    const shown = await shell.botmeter(['key', 'list', '--bot', BOT_ID]);
    for (const output of [listed.stdout, shown.stdout, readFileSync(shell.file).toString('latin1')]) {
      expect(output).not.toContain(first.key.slice(4, 36));
    }
  });

  it('without --json the key stands on a line of its own', async () => {
    const { status, stdout } = await shell.botmeter([
      'key',
      'create',
      '--bot',
      BOT_ID,
      '--expires',
      `${IN_NINE_YEARS}-01-31T00:00:00Z`,
    ]);
    expect(status).toBe(0);
    expect(isWellFormedKey(stdout.split('\n')[0] ?? '')).toBe(true);
    expect(JSON.stringify(await done(['key', 'list', '--bot', BOT_ID]))).toContain(
      `${IN_NINE_YEARS}-01-31T00:00:00.000Z`,
    );
  });

  it('key rotate prints a new key; key revoke ends one', async () => {
    const rotated = (await done(['key', 'rotate', '--key-id', first.keyId, '--overlap', '1h'])) as Created;
    expect(rotated).toEqual({
      keyId: expect.any(String),
      key: expect.stringMatching(/^btm_/),
      botId: BOT_ID,
    });
    expect(rotated.keyId).not.toBe(first.keyId);
    expect(await done(['key', 'revoke', '--key-id', rotated.keyId])).toMatchObject({
      keyId: rotated.keyId,
      revokedAt: expect.stringMatching(/Z$/),
    });
    await refused(['key', 'rotate', '--key-id', rotated.keyId], 'conflict');
  });

  it('refuses an expiry that has passed, and bots and keys that are not there', async () => {
    await Promise.all([
      refused(['key', 'create', '--bot', BOT_ID, '--expires', '2001-01-31T00:00:00Z'], 'invalid'),
      refused(
        ['key', 'create', '--bot', BOT_ID, '--expires', `${IN_NINE_YEARS + 2}-01-31T00:00:00Z`],
        'invalid',
      ),
      refused(['key', 'create', '--bot', '1'.repeat(18)], 'not_found'),
      refused(['key', 'list', '--bot', '1'.repeat(18)], 'not_found'),
      refused(['key', 'revoke', '--key-id', 'nonsense'], 'not_found'),
    ]);
  });
});

describe('many keys', () => {
  /** Past the commands, which would take a second each. */
  async function addKeys(count: number, columns: string, values: string) {
    const rawDatabase = openRawDatabase(`file:${shell.file}`);
    for (let i = 0; i < count; i++) {
      const id = randomUUID();
      await rawDatabase.run(
        `INSERT INTO api_keys (hash, id, bot_id, name, last4, created_at_ms, ${columns})
         VALUES (?, ?, ?, 'x', 'abcd', 0, ${values})`,
        ...[id, id, BOT_ID],
      );
    }
    await rawDatabase.close();
  }

  it('key list prints them a page at a time, and ends with an empty page', async () => {
    await addKeys(120, 'revoked_at_ms', '1');
    const pages: { keyId: string }[][] = [];
    for (const page of ['1', '2', '3', '4']) {
      pages.push((await done(['key', 'list', '--bot', BOT_ID, '--page', page])) as { keyId: string }[]);
    }
    expect(pages.map((keys) => keys.length)).toEqual([50, 50, 23, 0]);
    expect(new Set(pages.flat().map(({ keyId }) => keyId)).size).toBe(123);
    const { stdout } = await shell.botmeter(['key', 'list', '--bot', BOT_ID, '--page', '3']);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Page 3 of 3, 123 keys.');
  });

  it('the fifty-first live key of a bot is refused', async () => {
    const { status, stdout } = await shell.botmeter(['key', 'list', '--bot', BOT_ID, '--json']);
    const keys: { revokedAt: string | null }[] = JSON.parse(stdout);
    const live = keys.filter(({ revokedAt }) => revokedAt === null).length;
    expect(status).toBe(0);
    await addKeys(49 - live, 'expires_at_ms', 'NULL');
    await done(['key', 'create', '--bot', BOT_ID]);
    await refused(['key', 'create', '--bot', BOT_ID], 'conflict');
  });

  it('a moment that is stored and is none fails no list and no change', async () => {
    const id = randomUUID();
    const rawDatabase = openRawDatabase(`file:${shell.file}`);
    for (const table of ['users', 'api_keys']) {
      await rawDatabase.run(`UPDATE ${table} SET created_at_ms = 9223372036854775807`);
    }
    await rawDatabase.run('UPDATE bots SET registered_at_ms = -9223372036854775807');
    await rawDatabase.run(
      `INSERT INTO api_keys (hash, id, bot_id, name, last4, created_at_ms, expires_at_ms, last_used_at_ms)
       VALUES (?, ?, ?, 'x', 'abcd', 8640000000000001, 9223372036854775807, -8640000000000001)`,
      ...[id, id, BOT_ID],
    );
    await rawDatabase.close();
    for (const list of [
      ['user', 'list'],
      ['bot', 'list'],
      ['key', 'list', '--bot', BOT_ID],
    ]) {
      await done(list);
      expect((await shell.botmeter(list)).status).toBe(0);
    }
    await done(['key', 'rotate', '--key-id', id, '--overlap', '0']);
    expect(await done(['key', 'revoke', '--key-id', id])).toMatchObject({ keyId: id });
  });
});

describe('the end', () => {
  it('bot delete asks for --yes, and takes the keys with it; then the person can be deleted', async () => {
    const { status, value } = await shell.json(['bot', 'delete', '--id', BOT_ID]);
    expect({ status, value }).toMatchObject({ status: 2, value: { error: 'usage' } });
    expect(await done(['bot', 'delete', '--id', BOT_ID, '--yes'])).toMatchObject({ id: BOT_ID });
    await refused(['key', 'list', '--bot', BOT_ID], 'not_found');
    expect(await done(['user', 'delete', '--email', BOB])).toMatchObject({ email: BOB });
    expect(await done(['user', 'list'])).toHaveLength(1);
  });
});
