import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { requireProgram } from './required-program';

/** Files of an authority of its own, and of a server's certificate that it issued for the name `localhost`. */
export function makePrivateAuthority(folder: string) {
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
