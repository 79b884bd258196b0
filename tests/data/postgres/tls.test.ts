import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { startPostgres } from '@/tests/support/postgres.mjs';
import { queryPostgres } from '../../support/process/database-url';
import { requireProgram } from '../../support/programs';

/** The user of the test's server, if the tests run as root. */
const NOBODY = 65_534;

/** A server that accepts connections with TLS only; its certificate is for `localhost`, by an authority of its own. */
let server: Awaited<ReturnType<typeof startPostgres>>;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'botmeter-authority-'));
  chmodSync(folder, 0o755);
  const { certificate, key } = makePrivateAuthority(folder);
  if (process.getuid?.() === 0) chownSync(key, NOBODY, NOBODY);
  const rules = ['hostssl all bound 127.0.0.1/32 scram-sha-256', 'hostssl all all 127.0.0.1/32 trust'];
  writeFileSync(join(folder, 'hba.conf'), `${rules.join('\n')}\n`);
  writeFileSync(join(folder, 'no-certificate.pem'), 'hello\n');
  const ssl = ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`];
  server = await startPostgres([...ssl, `hba_file=${join(folder, 'hba.conf')}`]);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(hostname: string, query: string) {
  const url = Object.assign(new URL(server.url), { hostname, search: query.replaceAll('FOLDER', folder) });
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.message);
  process.on('warning', note);
  try {
    const pool = await openPostgres({ url: url.href, max: 1, onError: () => {} });
    const { rows } = await pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await pool.end();
    return rows[0]?.ssl;
  } finally {
    // Warnings are emitted on the next tick.
    await new Promise(setImmediate);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  }
}

it.each([
  ['127.0.0.1', 'sslmode=require'],
  ['127.0.0.1', 'sslmode=no-verify'],
  ['127.0.0.1', 'sslmode=require&sslrootcert=FOLDER/ca.pem'],
  ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=FOLDER/ca.pem'],
  ['localhost', 'sslmode=verify-full&sslrootcert=FOLDER/ca.pem'],
])('%s?%s connects with TLS, without a warning', async (host, query) => {
  expect(await open(host, query)).toBe(true);
});

it.each([
  ['localhost', 'sslmode=verify-full', /sslmode=verify-full&sslrootcert=FILE\.$/],
  ['localhost', 'sslmode=verify-full&sslrootcert=system', /sslmode=verify-full&sslrootcert=FILE\.$/],
  ['127.0.0.1', 'sslmode=verify-full&sslrootcert=FOLDER/ca.pem', /match certificate's altnames.*=verify-ca/],
  ['127.0.0.1', 'sslmode=require&sslrootcert=FOLDER/no-certificate.pem', /sslrootcert/],
  ['127.0.0.1', 'sslmode=require&sslrootcert=FOLDER/nowhere.pem', /sslrootcert cannot be read: ENOENT/],
  ['127.0.0.1', 'sslmode=disable', /no pg_hba.conf entry|no encryption/],
])('%s?%s is refused with one line that says how', async (host, query, line) => {
  const refused = open(host, query);
  await expect(refused).rejects.toThrow(/^The database on [^\n]+ cannot be used: [^\n]+$/);
  await expect(refused).rejects.toThrow(line);
});

it('a sign-in is bound to the TLS connection where the address requires it, and is refused where it is not', async () => {
  const asPostgres = { connectionString: `${server.url}?sslmode=no-verify` };
  await queryPostgres(
    asPostgres,
    `CREATE ROLE bound LOGIN PASSWORD 'canary'; GRANT CREATE ON SCHEMA public TO bound`,
  );
  const address = (user: string) =>
    `${server.url.replace('postgres@', `${user}@`)}?sslmode=require&channel_binding=require`;
  const pool = openPool({ url: address('bound:canary'), max: 1, onError: () => {} });
  onTestFinished(() => pool.end());
  expect((await pool.query('SELECT current_user AS name')).rows).toEqual([{ name: 'bound' }]);
  await expect(openPostgres({ url: address('postgres'), max: 1, onError: () => {} })).rejects.toThrow(
    /cannot be used: The server offered no channel binding, which DATABASE_URL requires/,
  );
});

it('a statement that nobody waits for any more is given up by the server, over TLS too', async () => {
  const url = `${server.url}?sslmode=require`;
  const pool = openPool({ url, max: 1, onError: () => {}, queryTimeoutMs: 0, name: 'given up' });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  await expect(
    client.query({ text: 'SELECT pg_sleep(600)', query_timeout: 100 } as { text: string }),
  ).rejects.toThrow('Query read timeout');
  client.release(true);
  const running = () =>
    queryPostgres(
      `${server.url}?sslmode=no-verify`,
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'given up'`,
    );
  await expect.poll(running).toEqual([]);
});

/** Files of an authority of its own, and of a server's certificate that it issued for the name `localhost`. */
function makePrivateAuthority(folder: string) {
  requireProgram('openssl');
  const openssl = (line: string) => {
    const ran = spawnSync('openssl', line.split(' '), { cwd: folder, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(ran.stderr);
  };
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500';
  openssl(`${request} -keyout ca.key -out ca.pem -subj /CN=Authority`);
  const extensions = '-addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE';
  openssl(
    `${request} -keyout server.key -out server.pem -subj /CN=localhost -CA ca.pem -CAkey ca.key ${extensions}`,
  );
  return { certificate: join(folder, 'server.pem'), key: join(folder, 'server.key') };
}
