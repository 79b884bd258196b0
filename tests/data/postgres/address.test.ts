import { describe, expect, it } from 'vitest';
import { locationOf, parsePostgresAddress } from '@/lib/data/postgres/address';

function parsed(url: string) {
  const result = parsePostgresAddress(url);
  if (!result.ok) throw new Error(result.fault);
  return result.address;
}
/** Of an address with one place. */
function addressOf(url: string) {
  const { servers, ...others } = parsed(url);
  expect(servers).toHaveLength(1);
  return { ...others, ...servers[0] };
}
const faultOf = (url: string): string => {
  const result = parsePostgresAddress(url);
  return result.ok ? 'none' : result.fault;
};

const UNSET = { host: undefined, port: undefined, user: undefined, password: undefined, database: undefined };
const NOTHING = { ...UNSET, options: '', tls: undefined, requiresBinding: false };

describe('an address of a PostgreSQL database', () => {
  it.each([
    ['postgres://h', { host: 'h', database: undefined }],
    ['postgresql://h/d', { host: 'h' }],
    ['postgres://u@h:5433/d', { user: 'u', host: 'h', port: 5433 }],
    ['postgres://u:p@10.0.0.1/d', { user: 'u', password: 'p', host: '10.0.0.1' }],
    ['postgres://u:p@[fd00::1]:6432/d', { user: 'u', password: 'p', host: 'fd00::1', port: 6432 }],
    [
      'postgres://u:%40%2F%3F%23%25%3A@h/d%2Fe',
      { user: 'u', password: '@/?#%:', host: 'h', database: 'd/e' },
    ],
    ['postgres://u:a:b@h/d', { user: 'u', password: 'a:b', host: 'h' }],
    ['postgres://%2Frun%2Fpostgresql/d', { host: '/run/postgresql' }],
    ['postgres:///d?host=/run/postgresql&port=6432', { host: '/run/postgresql', port: 6432 }],
    ['postgres://u@/d?host=h&password=p%26', { user: 'u', password: 'p&', host: 'h' }],
    ['postgres://h/d?options=-c%20search_path%3Dbots', { host: 'h', options: '-c search_path=bots' }],
    ['postgres://h/d?application_name=x&statement_timeout=0', { host: 'h' }],
  ])('%s', (url, expected) => expect(addressOf(url)).toEqual({ ...NOTHING, database: 'd', ...expected }));

  it.each([
    ['postgres://u:p@a:5432,b:5433/d?target_session_attrs=read-write', ['a', 5432], ['b', 5433]],
    ['postgres://u@a,b:5433/d', ['a', undefined], ['b', 5433]],
    ['postgres://[fd00::1]:1,10.0.0.1/d', ['fd00::1', 1], ['10.0.0.1', undefined]],
    ['postgres:///d?host=a,b', ['a', undefined], ['b', undefined]],
    ['postgres:///d?host=a,b&port=6432', ['a', 6432], ['b', 6432]],
    ['postgres:///d?host=/run/a,/run/b&port=1,2', ['/run/a', 1], ['/run/b', 2]],
  ] as const)('%s has several places', (url, ...expected) => {
    expect(parsed(url).servers).toEqual(expected.map(([host, port]) => ({ host, port })));
  });

  it('may require a channel binding where it has TLS', () => {
    for (const mode of ['require', 'verify-full'])
      expect(addressOf(`postgres://h/d?sslmode=${mode}&channel_binding=require`).requiresBinding).toBe(true);
  });

  it.each([
    ['', undefined],
    ['sslmode=disable', false],
    ['ssl=0', false],
    ['sslmode=require', { checks: 'nothing' }],
    ['sslmode=no-verify', { checks: 'nothing' }],
    ['sslmode=require&sslrootcert=/ca.pem', { checks: 'authority', rootCert: '/ca.pem' }],
    ['sslmode=verify-ca&sslrootcert=/ca.pem', { checks: 'authority', rootCert: '/ca.pem' }],
    ['sslmode=verify-full&sslrootcert=/ca.pem', { checks: 'name', rootCert: '/ca.pem' }],
    ['sslmode=verify-full', { checks: 'name' }],
    ['sslmode=verify-full&sslrootcert=system', { checks: 'name' }],
    ['sslrootcert=/ca.pem', { checks: 'name', rootCert: '/ca.pem' }],
    ['ssl=true', { checks: 'name' }],
    ['sslnegotiation=direct', { checks: 'name', isDirect: true }],
    ['sslmode=require&sslcert=/c.pem&sslkey=/k.pem', { checks: 'nothing', cert: '/c.pem', key: '/k.pem' }],
  ])('has TLS as libpq understands "%s"', (query, expected) => {
    const none = { rootCert: undefined, cert: undefined, key: undefined, isDirect: false };
    const { tls } = addressOf(`postgres://h/d?${query}`);
    expect(tls).toEqual(typeof expected === 'object' ? { ...none, ...expected } : expected);
  });

  it.each([
    ['postgres://a:1,:2/d', /^must name each of several hosts$/],
    ['postgres:///d?host=a,', /^must name each of several hosts$/],
    ['postgres:///d?host=a,b,c&port=1,2', /^must have a port for each host, or one$/],
    ['postgres://a,b,c,d,e,f,g,h,i/d', /^must name at most 8 hosts$/],
    ['postgres://a:1,b:0/d', /^must have a port from 1 to 65535$/],
    ['postgres://a:1,b:2:3/d', /^must look like /],
    ['postgres://h:0/d', /^must have a port/],
    ['postgres://h:65536/d', /^must have a port/],
    ['postgres://h/d?sslmode=prefer', /^must have disable\|require\|.+ as sslmode$/],
    ['postgres://h/d?sslmode=canary', /^must have disable\|require\|.+ as sslmode$/],
    ['postgres://h/d?channel_binding=canary', /^must have disable\|prefer\|require as channel_binding$/],
    ['postgres://h/d?channel_binding=require', /^must have sslmode=require or verify-full with/],
    ['postgres://h/d?target_session_attrs=standby', /^must have .+ as target_session_attrs$/],
    ['postgres://h/d?canary=1', /^has a parameter that is not known, after the "\?": leave it out$/],
    ['postgres://h/d?sslmod=require', /^has a parameter .+: did you mean "sslmode"\?$/],
    ['postgres://h/d?SSLMODE=require', /^has a parameter .+: did you mean "sslmode"\?$/],
    ['postgres://h/d?schema=bots', /^must not .+ "schema": write options=-c%20search_path%3DNAME/],
    ['postgres://h/d?pgbouncer=true&connection_limit=1', /^must not .+ "pgbouncer": leave it out/],
    ['postgres://h/d?connection_limit=1', /^must not .+ "connection_limit": set DATABASE_POOL_MAX/],
    ['postgres://h/d?sslmode=verify-ca', /^must name the certificate of the authority, sslrootcert=FILE/],
    ['postgres://h/d?sslmode=require&sslrootcert=system', /^must have sslmode=verify-full with/],
    ['postgres://h/d?sslmode=require&sslcert=/c', /^must have sslcert and sslkey together$/],
    ['postgres://u:a%00b@h/d', /^must not contain control characters$/],
  ])('%s is refused: %s', (url, fault) => expect(faultOf(url)).toMatch(fault));

  it('whose password is not percent-encoded is refused, and nothing of it is shown', () => {
    const passwords = 'Superp@ss/W0rd Sup@er Su/per Su?per Su#per Su%per 9/W0rd 9?a=W0rd'.split(' ');
    for (const password of [...passwords, '9#W0rd', 'a b@c', '@', '/@/', '9?sslmode=W0rd', '9/d?W0rd']) {
      const fault = faultOf(`postgres://bot:${password}@h/d`);
      expect([password, fault]).toEqual([password, expect.stringMatching(/^must [^\n]*percent-encoded/)]);
      expect(fault).not.toMatch(/bot|W0rd|Superp|Sup/);
    }
  });
});

it('the location of a database shows neither user nor password', () => {
  expect(locationOf(parsed('postgres://u:p@h:5433/d?password=q'))).toBe('h:5433/d');
  expect(locationOf(parsed('postgres://u:p@[::1],b:5433/d'))).toBe('[::1],b:5433/d');
});
