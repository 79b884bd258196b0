import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { PostgresAddress } from './address';

/** The driver's settings for TLS. Throws an error in one line that names the parameter of a file that cannot be read. */
export function tlsSettings(tls: PostgresAddress['tls']) {
  if (tls === undefined) return {};
  if (tls === false) return { ssl: false };
  const ssl: ConnectionOptions = {
    ...contentOf('ca', tls.rootCert, 'sslrootcert'),
    ...contentOf('cert', tls.cert, 'sslcert'),
    ...contentOf('key', tls.key, 'sslkey'),
    rejectUnauthorized: tls.checks !== 'nothing',
    ...(tls.checks === 'authority' && { checkServerIdentity: () => undefined }),
  };
  return { ssl, ...(tls.isDirect && { sslnegotiation: 'direct' as const }) };
}

function contentOf(option: string, file: string | undefined, parameter: string) {
  try {
    return file === undefined ? {} : { [option]: readFileSync(file, 'utf8') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`the file of ${parameter} cannot be read: ${reason}`, { cause: error });
  }
}

const UNVERIFIED =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/;

/** What helps against an error of TLS, as a further sentence. */
export function tlsAdvice(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (UNVERIFIED.test(code))
    return '. Name the certificate of its authority in DATABASE_URL: sslmode=verify-full&sslrootcert=FILE.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return ' Use the name that the certificate has, or sslmode=verify-ca with sslrootcert=FILE.';
  return '';
}
