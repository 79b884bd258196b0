import { closestMatch } from 'leven';

/** Where a server may be: a name, an IP address, or the folder of a Unix socket. */
export type ServerAddress = { readonly host: string | undefined; readonly port: number | undefined };

/** A PostgreSQL server and database. What is `undefined` is up to the driver: PGUSER, PGPASSWORD and their kind. */
export type PostgresAddress = {
  /** At least one; of several, the one that accepts writes is used. */
  readonly servers: readonly [ServerAddress, ...ServerAddress[]];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  /** The operator's settings for each session, such as `-c search_path=bots`. */
  readonly options: string;
  /** `undefined`: PGSSLMODE decides. */
  readonly tls: PostgresTls | false | undefined;
  /** Refuses a server that does not prove to be the end of the encrypted connection. */
  readonly requiresBinding: boolean;
};

export type PostgresTls = {
  /** What is checked of the server's certificate: nothing, its authority, or its authority and name. */
  readonly checks: 'nothing' | 'authority' | 'name';
  /** Files. Without `rootCert`, Node's authorities and those of NODE_EXTRA_CA_CERTS count. */
  readonly rootCert: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  /** Whether TLS begins without asking the server first. */
  readonly isDirect: boolean;
};

/** `fault` ends a sentence that begins with a setting's name, and shows nothing of the text, which may hold a password. */
export type ParsedAddress = { ok: true; address: PostgresAddress } | { ok: false; fault: string };

/** User and password, host and port, database, parameters. The one `@` cannot be a part of the password. */
const FORM = /^postgres(?:ql)?:\/\/(?=.)(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^@/?#]*))?(?:\?([^@#]*))?$/;
const HOST = /^(?:\[([\da-f:.]+)\]|([^:[\]\s]*))(?::(\d{0,5}))?$/i;
/** More would not all be tried in the time of a request. */
const PLACES_MAX = 8;

const FAULT_OF_FORM =
  'must look like postgres://user:password@host:5432/database, with special characters of each part percent-encoded (@ as %40, / as %2F, ? as %3F, # as %23, % as %25)';

/** The values that some parameters may have. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  // libpq's `allow` and `prefer` may go unencrypted without a word.
  sslmode: ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  ssl: ['true', '1', 'false', '0', 'no-verify'],
  sslnegotiation: ['postgres', 'direct'],
  channel_binding: ['disable', 'prefer', 'require'],
  // The server must accept writes in any case.
  target_session_attrs: ['any', 'read-write', 'primary'],
  uselibpqcompat: ['true'],
};
/** Botmeter sets these itself. */
const OWN =
  'application_name fallback_application_name connect_timeout query_timeout statement_timeout idle_in_transaction_session_timeout';
const ANY_TEXT = 'host port user password options sslrootcert sslcert sslkey';
const PARAMETERS = [...Object.keys(VALUES), ...ANY_TEXT.split(' '), ...OWN.split(' ')];

class Fault extends Error {}

/** Parses `postgres://user:password@host:port/database?parameters`. */
export function parsePostgresAddress(text: string): ParsedAddress {
  try {
    return { ok: true, address: addressOf(text) };
  } catch (error) {
    // decodeURIComponent throws the second one.
    if (error instanceof Fault || error instanceof URIError) {
      return { ok: false, fault: error instanceof Fault ? error.message : FAULT_OF_FORM };
    }
    throw error;
  }
}

/** The servers and the database, for messages. */
export const locationOf = ({ servers, database = '' }: PostgresAddress): string =>
  `${servers.map(serverText).join(',')}/${database}`;

const serverText = ({ host = '', port }: ServerAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}${port === undefined ? '' : `:${port}`}`;

function addressOf(text: string): PostgresAddress {
  const [isMatch, userAndPassword = '', hostAndPort = '', path = '', query = ''] = FORM.exec(text) ?? [];
  if (isMatch === undefined) throw new Fault(FAULT_OF_FORM);
  const given = parametersOf(query);
  const [user = '', ...password] = userAndPassword.split(':');
  const tls = tlsOf(given);
  const requiresBinding = given.get('channel_binding') === 'require';
  if (requiresBinding && (tls === undefined || tls === false))
    throw new Fault('must have sslmode=require or verify-full with channel_binding=require');
  return {
    servers: serversOf(hostAndPort, given),
    user: given.get('user') ?? decoded(user),
    password: given.get('password') ?? decoded(password.join(':')),
    database: decoded(path),
    options: given.get('options') ?? '',
    tls,
    requiresBinding,
  };
}

/** `a:5432,b:5432`, or the parameters `host=a,b` and `port=5432,5433` (one port is that of all), as libpq reads them. */
function serversOf(hostAndPort: string, given: ReadonlyMap<string, string>): PostgresAddress['servers'] {
  const named = hostAndPort.split(',').map((text): ServerAddress => {
    const [isHost, ipv6, name = '', port] = HOST.exec(text) ?? [];
    if (isHost === undefined) throw new Fault(FAULT_OF_FORM);
    return { host: ipv6 ?? decoded(name), port: portOf(port) };
  });
  const hosts = given.get('host')?.split(',') ?? named.map(({ host }) => host);
  const ports = given.get('port')?.split(',').map(portOf) ?? named.map(({ port }) => port);
  if (hosts.length > 1 && hosts.some((host) => host === undefined || host === ''))
    throw new Fault('must name each of several hosts');
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new Fault('must have a port for each host, or one');
  if (hosts.length > PLACES_MAX) throw new Fault(`must name at most ${PLACES_MAX} hosts`);
  const servers = hosts.map(
    (host, at): ServerAddress => ({ host, port: ports.length > 1 ? ports[at] : ports[0] }),
  );
  return servers as [ServerAddress, ...ServerAddress[]];
}

/** `undefined` for an empty part. */
function decoded(part: string): string | undefined {
  const text = decodeURIComponent(part);
  requirePrintable(text);
  return text === '' ? undefined : text;
}

function requirePrintable(text: string): void {
  if (/\p{Cc}/u.test(text)) throw new Fault('must not contain control characters');
}

function portOf(digits: string | undefined): number | undefined {
  if (digits === undefined || digits === '') return undefined;
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  if (port < 1 || port > 65_535) throw new Fault('must have a port from 1 to 65535');
  return port;
}

function parametersOf(query: string): ReadonlyMap<string, string> {
  const given = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  for (const [name, value] of given) {
    if (!PARAMETERS.includes(name)) throw new Fault(unknownParameter(name));
    const values = VALUES[name] ?? [value];
    if (!values.includes(value)) throw new Fault(`must have ${values.join('|')} as ${name}`);
    requirePrintable(value);
  }
  return new Map(given);
}

const SEARCH_PATH = 'write options=-c%20search_path%3DNAME instead';
const POOLER = 'leave it out, a pooler is recognized';
const TIMES = 'leave it out, Botmeter sets its own time limits';
/** Parameters of other programs, and the way to the same here. */
const OTHERS = new Map([
  ['schema', SEARCH_PATH],
  ['currentSchema', SEARCH_PATH],
  ['search_path', SEARCH_PATH],
  ['pgbouncer', POOLER],
  ['statement_cache_size', POOLER],
  ['connection_limit', 'set DATABASE_POOL_MAX instead'],
  ['pool_timeout', TIMES],
  ['socket_timeout', TIMES],
  ['sslaccept', 'write sslmode=verify-full or sslmode=no-verify instead'],
]);

/** Names from closed lists only: what was written may be the rest of a password. */
function unknownParameter(name: string): string {
  const way = OTHERS.get(name);
  if (way !== undefined) return `must not have the parameter "${name}": ${way}`;
  const meant = closestMatch(name.toLowerCase(), PARAMETERS, { maxDistance: 2 });
  const hint = meant === undefined ? 'leave it out' : `did you mean "${meant}"?`;
  return `has a parameter that is not known, after the "?": ${hint}`;
}

/** libpq's meaning of `sslmode`; without it, what else asks for TLS has the server's certificate verified. */
function tlsOf(given: ReadonlyMap<string, string>): PostgresAddress['tls'] {
  const [named, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => given.get(name));
  const isDirect = given.get('sslnegotiation') === 'direct';
  const hasTls = named !== undefined || cert !== undefined || isDirect;
  const mode = given.get('sslmode') ?? modeOf(given.get('ssl')) ?? (hasTls ? 'verify-full' : undefined);
  if (mode === undefined) return undefined;
  if (mode === 'disable') return false;
  if ((cert === undefined) !== (key === undefined)) throw new Fault('must have sslcert and sslkey together');
  if (named === 'system' && mode !== 'verify-full')
    throw new Fault('must have sslmode=verify-full with sslrootcert=system');
  if (named === undefined && mode === 'verify-ca')
    throw new Fault('must name the certificate of the authority, sslrootcert=FILE, with sslmode=verify-ca');
  const rootCert = named === 'system' ? undefined : named;
  const weak = mode === 'no-verify' || rootCert === undefined ? 'nothing' : 'authority';
  return { checks: mode === 'verify-full' ? 'name' : weak, rootCert, cert, key, isDirect };
}

function modeOf(ssl: string | undefined): string | undefined {
  if (ssl === undefined || ssl === 'no-verify') return ssl;
  return ssl === 'true' || ssl === '1' ? 'verify-full' : 'disable';
}
