import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { compact } from '@/lib/data/compact';
import { PostgresDirectory } from '@/lib/data/postgres/directory';
import { migrate, openPostgres } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { register } from '@/tests/support/data/fixtures';
import { startPostgres } from '@/tests/support/postgres.mjs';
import { createDatabaseOfRole, queryPostgres } from '@/tests/support/process/database-url';

const options = (url: string) => ({ url, max: 2, onError: () => {} });

const databaseFor = (roleDefault: string) => createDatabaseOfRole(inject('postgresUrl'), roleDefault);

async function settingsOf(url: string): Promise<Record<string, string>> {
  const pool = openPool(options(url));
  const names = ['synchronous_commit', 'statement_timeout', 'idle_in_transaction_session_timeout'];
  const { rows } = await pool.query(
    `SELECT ${[...names, 'application_name', 'search_path'].map((name) => `current_setting('${name}') AS ${name}`)}`,
  );
  await pool.end();
  return rows[0];
}

describe('a session commits synchronously and gives up in time, whatever the role and the address say:', () => {
  it.each([
    '',
    '?options=-c%20synchronous_commit%3Doff',
    '?options=--synchronous-commit%3Doff%20-c%20statement_timeout%3D0',
    '?options=-csynchronous_commit=local',
    '?statement_timeout=0&application_name=other&idle_in_transaction_session_timeout=0&query_timeout=0',
  ])('%s', async (query) => {
    const url = await databaseFor('synchronous_commit = off');
    expect(await settingsOf(url.href + query)).toMatchObject({
      synchronous_commit: 'on',
      statement_timeout: '1750ms',
      idle_in_transaction_session_timeout: '4s',
      application_name: 'botmeter',
    });
  });

  it('and the other settings of the address count', async () => {
    const url = await databaseFor('synchronous_commit = off');
    expect(await settingsOf(`${url.href}?options=-c%20search_path%3Dbots`)).toMatchObject({
      synchronous_commit: 'on',
      search_path: 'bots',
    });
  });
});

describe('a pooler that drops the settings of a session', () => {
  async function throughPooler(roleDefault: string) {
    const pooler = await startPooler((await databaseFor(roleDefault)).href);
    onTestFinished(pooler.stop);
    return pooler;
  }

  it.each(['off', 'local', 'remote_write'])('is refused with one line while they are %s', async (value) => {
    const { url } = await throughPooler(`synchronous_commit = ${value}`);
    await expect(openPostgres(options(url))).rejects.toThrow(
      new RegExp(
        `^The database on [^\\n]+ cannot be used: [^\\n]*synchronous_commit = ${value}: [^\\n]*pooler[^\\n]*\\.$`,
      ),
    );
  });

  it.each(['on', 'remote_apply'])('can be used while they are %s', async (value) => {
    const { url } = await throughPooler(`synchronous_commit = ${value}`);
    const pool = await openPostgres(options(url));
    expect((await pool.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: value }]);
    await pool.end();
  });

  it('keeps neither a lock nor a setting of the migrations, and compact is refused before it sets one', async () => {
    const { url, askSessions } = await throughPooler('synchronous_commit = on');
    for (let instance = 0; instance < 2; instance++) {
      const pool = openPool(options(url));
      await migrate(pool);
      await pool.end();
    }
    await expect(compact({ kind: 'postgres', url })).rejects.toThrow(/pooler/);
    const left = `SELECT (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory')
      || ' locks, ' || (SELECT count(*) FROM pg_settings WHERE source = 'session') || ' settings'`;
    await expect.poll(() => askSessions(left)).toEqual(Array(3).fill('0 locks, 0 settings'));
  });
});

it.each([
  ['LATIN1', false],
  ['SQL_ASCII', true],
  ['UTF8', true],
])('a database with the encoding %s can be used: %s', async (encoding, isAccepted) => {
  const name = `encoded_${encoding.toLowerCase()}`;
  await queryPostgres(
    inject('postgresUrl'),
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING ${encoding} LOCALE 'C'`,
  );
  const opened = openPostgres(
    options(Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href),
  );
  if (!isAccepted) {
    return expect(opened).rejects.toThrow(/cannot be used: [^\n]*server_encoding = LATIN1[^\n]*UTF8\.$/);
  }
  const pool = await opened;
  onTestFinished(() => pool.end());
  const directory = new PostgresDirectory(pool);
  const typed = '日é😀ẞ'.repeat(20);
  const { botId } = await register(directory, { name: typed });
  await directory.write([], async ({ audit, users }, nowMs) => {
    await users.update(`owner-of-${botId}`, { name: typed }, nowMs);
    await audit.append({ actor: 'x', action: 'bot.create', subject: botId, after: { name: typed } }, nowMs);
  });
  const page = { sort: 'name', isDescending: false, page: 1 };
  const found = await directory.read(({ bots }) => bots.search({ ...page, text: '😀ẞ日' }));
  expect([found.rows[0]?.bot.name, found.rows[0]?.owner.name, found.total]).toEqual([typed, typed, 1]);
  const [entry] = await directory.read(({ audit }) => audit.listOfSubject(botId, 0, 1));
  expect(entry?.after).toEqual({ name: typed });
});

describe('a server that begins to endanger what is confirmed', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it.each(['fsync', 'full_page_writes'])('gets no further connection: %s = off', async (setting) => {
    const pool = openPool(options(server.url));
    onTestFinished(() => pool.end());
    await pool.query('SELECT 1');
    const set = async (value: string) => {
      await queryPostgres(server.url, `ALTER SYSTEM SET ${setting} = ${value}`);
      await queryPostgres(server.url, 'SELECT pg_reload_conf()');
      await expect
        .poll(async () => (await queryPostgres(server.url, `SHOW ${setting}`))[0]?.[setting])
        .toBe(value);
    };
    await set('off');
    const held = await pool.connect();
    await expect(pool.connect()).rejects.toThrow(`PostgreSQL runs with ${setting} = off: set it to "on".`);
    held.release();
    await set('on');
  });
});

/** Stands for a pooler: it drops the settings that clients ask for at start, and keeps sessions when clients leave. */
type Pooler = {
  /** The address of the database through it. */
  readonly url: string;
  /** The first value that each session responds with whose client has left. */
  readonly askSessions: (sql: string) => Promise<string[]>;
  readonly stop: () => Promise<void>;
};

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

async function startPooler(url: string): Promise<Pooler> {
  const target = new URL(url);
  const all = new Set<Socket>();
  const left: Socket[] = [];
  const server = createServer((client) => {
    const session = connect(Number(target.port), target.hostname);
    for (const socket of [client, session]) all.add(socket.on('error', () => {}));
    client.once('data', (start: Buffer) => {
      session.write(withoutOptions(start));
      client.on('data', (chunk) => void session.write(withoutTermination(chunk)));
    });
    session.on('data', (chunk) => void client.write(chunk));
    client.once('close', () => left.push(session));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    askSessions: (sql) => Promise.all(left.map((session) => ask(session, sql))),
    stop: async () => {
      for (const socket of all) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A start-up packet: its length, the protocol, then names and values, each ended by a zero, and one zero more. */
function withoutOptions(packet: Buffer): Buffer {
  const texts = packet.subarray(8).toString().split('\0');
  const kept = texts.flatMap((name, i) =>
    i % 2 === 0 && name !== '' && name !== 'options' ? [name, texts[i + 1]] : [],
  );
  const body = Buffer.from(`${kept.join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length);
  packet.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}

const withoutTermination = (chunk: Buffer): Buffer =>
  chunk.subarray(-TERMINATE.length).equals(TERMINATE) ? chunk.subarray(0, -TERMINATE.length) : chunk;

async function ask(session: Socket, sql: string): Promise<string> {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.from([0x51, 0, 0, 0, 0]);
  head.writeInt32BE(4 + text.length, 1);
  session.write(Buffer.concat([head, text]));
  let response = Buffer.alloc(0);
  while (!response.subarray(-READY.length).equals(READY)) {
    const [chunk] = await once(session, 'data');
    response = Buffer.concat([response, chunk]);
  }
  // The row follows its description: type, length, number of values, length of the first value.
  const row = response.readInt32BE(1) + 1;
  return response.subarray(row + 11, row + 11 + response.readInt32BE(row + 7)).toString();
}
