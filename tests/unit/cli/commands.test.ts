import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWellFormedKey } from '@/lib/domain/keys/key-text';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { openRawDatabase } from '@/tests/support/process/raw-database';
import { openShell, type Shell } from './run';

/** Every command, in order on one database. */

const PASSWORD = 'tangerine kettle 42';
const ANN = 'ann@example.org';
const BOB = 'bob@example.org';
const UNKNOWN_ID = '1'.repeat(18);
const IN_NINE_YEARS = new Date().getUTCFullYear() + 9;

let shell: Shell;
beforeAll(() => {
  shell = openShell({}, 'in this process');
});
afterAll(() => shell.remove());

const argsOf = (line: string) => (line.match(/"[^"]*"|\S+/g) ?? []).map((arg) => arg.replaceAll('"', ''));

/** Runs a command with --json that must succeed, and returns the printed value. */
async function done(line: string, input?: string): Promise<unknown> {
  const { status, value, stderr } = await shell.json(argsOf(line), input);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/error|warn/i) });
  return value;
}

/** Expects status 1, with the reason in one line on standard error and as the one JSON line. */
async function refused(error: string, ...lines: readonly string[]): Promise<void> {
  await Promise.all(
    lines.map(async (line) => {
      const { status, value, stderr } = await shell.json(argsOf(line));
      expect(status).toBe(1);
      expect(value).toEqual({ error, message: expect.stringMatching(/^\S.*\.$/) });
      expect(stderr).toBe(`${(value as { message: string }).message}\n`);
    }),
  );
}

async function withRawDatabase(use: (database: ReturnType<typeof openRawDatabase>) => Promise<void>) {
  const database = openRawDatabase(`file:${shell.file}`);
  await use(database);
  await database.close();
}

it('setup-link prints a working link only while there is no user', async () => {
  const link = expect.stringMatching(/^http:\/\/localhost:\d+\/setup\?token=[\w-]{43}$/);
  const first = await done('setup-link');
  expect(first).toEqual({ link });
  expect(await done('setup-link')).not.toEqual(first);
});

it('user create makes a person and prints the id; the password may come from standard input', async () => {
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(await done(`user create --email ${ANN} --role admin --password "${PASSWORD}"`)).toEqual({ id });
  const fromStdin = `user create --email ${BOB} --role owner --name "Bob B."`;
  expect(await done(fromStdin, `${PASSWORD}\nsecond line\n`)).toEqual({ id });
  expect(await done('user list')).toEqual([
    expect.objectContaining({ email: ANN, role: 'admin', name: 'ann', disabled: false }),
    expect.objectContaining({ email: BOB, role: 'owner', name: 'Bob B.', disabled: false }),
  ]);
});

it('setup-link is refused once there is a user', () => refused('conflict', 'setup-link'));

it('user set-password disconnects Discord unless --keep-discord is given', async () => {
  await withRawDatabase(async (database) => {
    const connected = async () => (await database.rows('SELECT subject FROM identities')).length;
    await database.run(
      "INSERT INTO identities SELECT 'discord', '42', id, 0 FROM users WHERE email = ?",
      BOB,
    );
    await done(`user set-password --email ${BOB} --keep-discord`, `${PASSWORD}\n`);
    expect(await connected()).toBe(1);
    await done(`user set-password --email ${BOB}`, `${PASSWORD}\n`);
    expect(await connected()).toBe(0);
    const sql = "SELECT actor FROM audit_log WHERE action = 'identity.disconnect'";
    expect(await database.rows(sql)).toEqual([{ actor: 'operator' }]);
  });
});

it('user invite and user reset print a link to the pages of the service, which is not stored', async () => {
  const links = await Promise.all([
    done('user invite --email new@example.org --role owner --name "New One"'),
    done(`user reset --email ${BOB}`),
  ]);
  expect(links).toEqual([
    { link: expect.stringMatching(/^http:\/\/localhost:\d+\/invite\?token=[\w-]{43}$/) },
    { link: expect.stringMatching(/^http:\/\/localhost:\d+\/reset\?token=[\w-]{43}$/) },
  ]);
  const stored = readFileSync(shell.file).toString('latin1');
  for (const { link } of links as { link: string }[]) expect(stored).not.toContain(link.slice(-43));
  const { stdout, stderr } = await shell.botmeter(argsOf(`user reset --email ${BOB}`));
  expect(stdout).toMatch(/^http\S+\n$/);
  expect(stderr).toMatch(/^It works once, for bob@example\.org, until \S+Z\.\n$/);
  await refused('conflict', `user invite --email ${BOB} --role owner`);
  await refused('not_found', 'user reset --email nobody@example.org');
});

it('user reset-factor removes a second factor, once', async () => {
  await withRawDatabase(({ run }) =>
    run("INSERT INTO second_factors SELECT id, 'v1.x', '', 0, 0, 0 FROM users WHERE email = ?", BOB),
  );
  const { status, stderr } = await shell.json(['check']);
  expect([status, stderr]).toEqual([1, expect.stringContaining(`second factors of ${BOB}`)]);
  expect(await done(`user reset-factor --email ${BOB}`)).toMatchObject({ email: BOB });
  await refused('conflict', `user reset-factor --email ${BOB}`);
  await refused('not_found', 'user reset-factor --email nobody@example.org');
});

it('user set-role, disable, enable and set-password print the changed person, without secrets', async () => {
  expect(await done(`user set-role --email ${BOB} --role admin`)).toMatchObject({ role: 'admin' });
  expect(await done(`user set-role --email ${BOB} --role owner`)).toMatchObject({ role: 'owner' });
  expect(await done(`user disable --email ${BOB}`)).toMatchObject({ email: BOB, disabled: true });
  expect(await done(`user enable --email ${BOB}`)).toMatchObject({ email: BOB, disabled: false });
  const changed = await done(`user set-password --email ${BOB}`, 'another kettle 43\n');
  const fields = ['createdAt', 'disabled', 'email', 'id', 'invited', 'name', 'role'];
  expect(Object.keys(changed as object).sort()).toEqual(fields);
});

it('commands for people refuse to leave no admin, and unknown people', async () => {
  await refused(
    'conflict',
    `user disable --email ${ANN}`,
    `user set-role --email ${ANN} --role owner`,
    `user delete --email ${ANN}`,
  );
  await refused('not_found', 'user disable --email nobody@example.org');
});

it('bot create registers a bot, on the free plan by default, and prints its id as text', async () => {
  const first = `bot create --id ${BOT_ID} --name "Bot 机" --owner ${BOB}`;
  expect(await done(first)).toEqual({ id: BOT_ID });
  const second = `bot create --id ${OTHER_BOT_ID} --name Two --owner ${ANN} --plan business`;
  expect(await done(second)).toEqual({ id: OTHER_BOT_ID });
  expect(await done('bot list')).toEqual([
    expect.objectContaining({ id: BOT_ID, name: 'Bot 机', plan: 'free', disabled: false }),
    expect.objectContaining({ id: OTHER_BOT_ID, name: 'Two', plan: 'business', disabled: false }),
  ]);
});

it('bot set-plan, set-owner, disable and enable print the changed bot', async () => {
  expect(await done(`bot set-plan --id ${BOT_ID} --plan premium`)).toMatchObject({ plan: 'premium' });
  const owner = (await done(`bot set-owner --id ${BOT_ID} --owner ${ANN}`)) as { ownerId: string };
  expect(await done(`bot set-owner --id ${BOT_ID} --owner ${BOB} --revoke-keys`)).not.toMatchObject(owner);
  expect(await done(`bot publish --id ${BOT_ID}`)).toMatchObject({ id: BOT_ID, public: true });
  expect(await done(`bot unpublish --id ${BOT_ID}`)).toMatchObject({ id: BOT_ID, public: false });
  const disabled = { id: BOT_ID, disabled: true, disabledReason: 'It sent spam' };
  expect(await done(`bot disable --id ${BOT_ID} --reason "It sent spam"`)).toMatchObject(disabled);
  await refused('invalid', `bot disable --id ${BOT_ID} --reason "${'x'.repeat(201)}"`);
  const enabled = { id: BOT_ID, disabled: false, disabledReason: null };
  expect(await done(`bot enable --id ${BOT_ID}`)).toMatchObject(enabled);
});

type Created = { keyId: string; key: string; botId: string };
const CREATED = { keyId: expect.any(String), key: expect.stringMatching(/^btm_/), botId: BOT_ID };
let first: Created;

it('key create prints the key once: it is in no list and in no file', async () => {
  first = (await done(`key create --bot ${BOT_ID} --name main`)) as Created;
  expect(first).toEqual(CREATED);
  expect(isWellFormedKey(first.key)).toBe(true);
  const listed = await shell.botmeter(argsOf(`key list --bot ${BOT_ID} --json`));
  const key = { keyId: first.keyId, name: 'main', last4: first.key.slice(-4), revokedAt: null };
  expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining(key)]);
  const shown = await shell.botmeter(['key', 'list', '--bot', BOT_ID]);
  for (const output of [listed.stdout, shown.stdout, readFileSync(shell.file).toString('latin1')]) {
    expect(output).not.toContain(first.key.slice(4, 36));
  }
});

it('key create prints the key alone on standard output, and says on standard error that it is shown once', async () => {
  const line = `key create --bot ${BOT_ID} --expires ${IN_NINE_YEARS}-01-31T00:00:00Z`;
  const { status, stdout, stderr } = await shell.botmeter(argsOf(line));
  expect(status).toBe(0);
  expect(isWellFormedKey(stdout.replace(/\n$/, ''))).toBe(true);
  expect(stderr).toMatch(/^This is the only time that the key is shown\. Its id is \S+\.\n$/);
  const keys = JSON.stringify(await done(`key list --bot ${BOT_ID}`));
  expect(keys).toContain(`${IN_NINE_YEARS}-01-31T00:00:00.000Z`);
});

it('key rotate prints a new key; key revoke revokes one', async () => {
  const rotated = (await done(`key rotate --key-id ${first.keyId} --overlap 1h`)) as Created;
  expect(rotated).toEqual(CREATED);
  expect(rotated.keyId).not.toBe(first.keyId);
  const revoked = { keyId: rotated.keyId, revokedAt: expect.stringMatching(/Z$/) };
  expect(await done(`key revoke --key-id ${rotated.keyId}`)).toMatchObject(revoked);
  await refused('conflict', `key rotate --key-id ${rotated.keyId}`);
});

/** Inserts keys directly: they have what no command stores. */
const addKeys = (count: number, columns: string, values: string) =>
  withRawDatabase(async (database) => {
    for (let i = 0; i < count; i++) {
      const id = randomUUID();
      await database.run(
        `INSERT INTO api_keys (hash, id, bot_id, name, last4, ${columns}) VALUES (?, ?, ?, 'x', 'abcd', ${values})`,
        id,
        id,
        BOT_ID,
      );
    }
  });

it('key list is paginated and ends with an empty page', async () => {
  await addKeys(120, 'created_at_ms, revoked_at_ms', '0, 1');
  const pages: { keyId: string }[][] = [];
  for (const page of [1, 2, 3, 4]) {
    pages.push((await done(`key list --bot ${BOT_ID} --page ${page}`)) as { keyId: string }[]);
  }
  expect(pages.map((keys) => keys.length)).toEqual([50, 50, 23, 0]);
  expect(new Set(pages.flat().map(({ keyId }) => keyId)).size).toBe(123);
  const { stdout } = await shell.botmeter(argsOf(`key list --bot ${BOT_ID} --page 3`));
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('Page 3 of 3, 123 keys.');
});

it('invalid stored times make no list and no change fail', async () => {
  const times = '8640000000000001, 9223372036854775807, -8640000000000001';
  await addKeys(1, 'created_at_ms, expires_at_ms, last_used_at_ms', times);
  let id = '';
  await withRawDatabase(async (database) => {
    for (const table of ['users', 'api_keys']) {
      await database.run(`UPDATE ${table} SET created_at_ms = 9223372036854775807`);
    }
    await database.run('UPDATE bots SET registered_at_ms = -9223372036854775807');
    const [row] = await database.rows<{ id: string }>(
      'SELECT id FROM api_keys WHERE expires_at_ms = 9223372036854775807',
    );
    id = row?.id ?? '';
  });
  for (const list of ['user list', 'bot list', `key list --bot ${BOT_ID}`]) {
    await done(list);
    expect((await shell.botmeter(argsOf(list))).status).toBe(0);
  }
  await done(`key rotate --key-id ${id} --overlap 0`);
  expect(await done(`key revoke --key-id ${id}`)).toMatchObject({ keyId: id });
});

it('fold folds reports that are older than 7 days, and compact gives their room back', async () => {
  const sixMonthsAgo = Date.now() - 180 * 86_400_000;
  await withRawDatabase(async (database) => {
    await database.run(`UPDATE bots SET plan = 'business' WHERE id = '${BOT_ID}'`);
    await database.run(
      `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
       WITH RECURSIVE minute (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM minute WHERE i < 45000)
       SELECT '${BOT_ID}', ${sixMonthsAgo - (sixMonthsAgo % 3_600_000)} + i * 60000 - 1, i, i, i, 1 FROM minute`,
    );
  });
  const before = { reports: 45_000, hours: 0 };
  expect(await done('fold')).toEqual({ before, after: { reports: 0, hours: 750 } });
  const { bytesBefore, bytesAfter } = (await done('compact')) as Record<string, number>;
  expect(bytesAfter).toBeLessThan(Number(bytesBefore) / 5);
  expect(statSync(shell.file).size).toBe(bytesAfter);
});

it('vote-source create prints path and secret once; list and delete print the source without it', async () => {
  const create = `vote-source create --bot ${BOT_ID} --name "My list"`;
  const sourceId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const source = { sourceId, botId: BOT_ID, name: 'My list', status: 'on', createdAt: expect.any(String) };
  const path = expect.stringMatching(/^\/hooks\/votes\/[0-9a-f-]{36}$/);
  const made = (await done(`${create} --kind generic`)) as { sourceId: string };
  expect(made).toEqual({ ...source, kind: 'generic', path, secret: expect.stringMatching(/^whsec_/) });
  const given = await done(`${create} --kind topgg --secret whs_0123456789abcdef`);
  expect(given).toEqual({ ...source, kind: 'topgg', path, secret: null });
  const total = { path, total: 0, lastVoteAt: null };
  expect(await done(`vote-source list --bot ${BOT_ID}`)).toEqual(
    expect.arrayContaining(['generic', 'topgg'].map((kind) => ({ ...source, ...total, kind }))),
  );
  const gone = await done(`vote-source delete --source-id ${made.sourceId}`);
  expect(gone).toEqual({ ...source, kind: 'generic', status: 'deleted' });
  await refused('not_found', `vote-source delete --source-id ${made.sourceId}`);
  await refused('invalid', `${create} --kind generic --secret short`);
  await refused('not_found', `vote-source list --bot ${UNKNOWN_ID}`);
});

it('webhook create prints the secret once; the other webhook commands print the webhook without address and secret', async () => {
  const url = 'https://hook.example.org/path-that-is-secret';
  const secret = expect.stringMatching(/^whsec_/);
  const create = `webhook create --bot ${BOT_ID} --url ${url}`;
  const created = (await done(`${create} --events bot.silent,key.created`)) as { webhookId: string };
  expect(created).toEqual({ webhookId: expect.any(String), url, secret });
  const { webhookId } = created;
  const webhook = { webhookId, url: 'hook.example.org/…cret', events: ['bot.silent', 'key.created'] };
  const on = { ...webhook, status: 'on', reason: null };
  expect(await done(`webhook test --webhook-id ${webhookId}`)).toMatchObject(on);
  const off = { ...webhook, status: 'off', reason: 'Someone switched it off.' };
  expect(await done(`webhook disable --webhook-id ${webhookId}`)).toMatchObject(off);
  await refused('conflict', `webhook test --webhook-id ${webhookId}`);
  expect(await done(`webhook enable --webhook-id ${webhookId}`)).toMatchObject(on);
  const rotated = await done(`webhook rotate-secret --webhook-id ${webhookId}`);
  expect(rotated).toEqual({ webhookId, url: webhook.url, secret });
  expect(await done(`webhook list --bot ${BOT_ID}`)).toEqual([expect.objectContaining(on)]);
  expect(await done('check')).toMatchObject({ ok: true });
  const secretFile = join(dirname(shell.file), 'auth-secret');
  const authSecret = readFileSync(secretFile);
  writeFileSync(secretFile, 'another secret of the service, after a move');
  const problems = await shell.json(['check']);
  expect(problems.status).toBe(1);
  expect(problems.value).toMatchObject({
    message: expect.stringContaining(`${webhookId} (hook.example.org)`),
  });
  writeFileSync(secretFile, authSecret);
  expect(await done(`webhook delete --webhook-id ${webhookId}`)).toMatchObject(on);
  await refused('not_found', `webhook delete --webhook-id ${webhookId}`);
  await refused('invalid', `webhook create --bot ${BOT_ID} --url https://127.0.0.1/`);
  const { status } = await shell.json(argsOf(`${create} --events bot.unknown`));
  expect(status).toBe(2);
});

it('bot delete requires --yes and deletes the keys; then the owner can be deleted', async () => {
  const { status, value } = await shell.json(['bot', 'delete', '--id', BOT_ID]);
  expect({ status, value }).toMatchObject({ status: 2, value: { error: 'usage' } });
  expect(await done(`bot delete --id ${BOT_ID} --yes`)).toMatchObject({ id: BOT_ID });
  await refused('not_found', `key list --bot ${BOT_ID}`);
  expect(await done(`user delete --email ${BOB}`)).toMatchObject({ email: BOB });
  expect(await done('user list')).toHaveLength(1);
});
