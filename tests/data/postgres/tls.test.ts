import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '@/lib/data/postgres/open';
import { startPostgres } from '@/tests/support/postgres.mjs';
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
  writeFileSync(join(folder, 'hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n');
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
  [
    '127.0.0.1',
    'sslmode=verify-full&sslrootcert=FOLDER/ca.pem',
    /does not match certificate's altnames.*sslmode=verify-ca/,
  ],
  ['127.0.0.1', 'sslmode=require&sslrootcert=FOLDER/no-certificate.pem', /sslrootcert/],
  [
    '127.0.0.1',
    'sslmode=require&sslrootcert=FOLDER/nowhere.pem',
    /the file of sslrootcert cannot be read: ENOENT/,
  ],
  ['127.0.0.1', 'sslmode=disable', /no pg_hba.conf entry|no encryption/],
])('%s?%s is refused with one line that says how', async (host, query, line) => {
  const refused = open(host, query);
  await expect(refused).rejects.toThrow(/^The database on [^\n]+ cannot be used: [^\n]+$/);
  await expect(refused).rejects.toThrow(line);
});

/** Files of an authority of its own, and of a server's certificate that it issued for the name `localhost`. */
function makePrivateAuthority(folder: string) {
  requireProgram('openssl');
  const openssl = (...args: string[]) => {
    const ran = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(ran.stderr);
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '36500'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Authority of a test',
  );
  openssl(
    ...['req', '-x509', ...newKey, '-keyout', 'server.key', '-out', 'server.pem', '-subj', '/CN=localhost'],
    ...['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE'],
  );
  return {
    authority: join(folder, 'ca.pem'),
    certificate: join(folder, 'server.pem'),
    key: join(folder, 'server.key'),
  };
}
