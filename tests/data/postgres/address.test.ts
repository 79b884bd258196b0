import { describe, expect, it } from 'vitest';
import { locationOf, parsePostgresAddress } from '@/lib/data/postgres/address';

function addressOf(url: string) {
  const parsed = parsePostgresAddress(url);
  if (!parsed.ok) throw new Error(parsed.fault);
  return parsed.address;
}
const faultOf = (url: string): string => {
  const parsed = parsePostgresAddress(url);
  return parsed.ok ? 'none' : parsed.fault;
};

const NOTHING = {
  ...{ host: undefined, port: undefined, user: undefined, password: undefined, database: undefined },
  ...{ options: '', tls: undefined },
};

describe('an address of a PostgreSQL database', () => {
  it.each([
    ['postgres://h', { host: 'h' }],
    ['postgresql://h/d', { host: 'h', database: 'd' }],
    ['postgres://u@h:5433/d', { user: 'u', host: 'h', port: 5433, database: 'd' }],
    ['postgres://u:p@10.0.0.1/d', { user: 'u', password: 'p', host: '10.0.0.1', database: 'd' }],
    [
      'postgres://u:p@[fd00::1]:6432/d',
      { user: 'u', password: 'p', host: 'fd00::1', port: 6432, database: 'd' },
    ],
    [
      'postgres://u:%40%2F%3F%23%25%3A@h/d%2Fe',
      { user: 'u', password: '@/?#%:', host: 'h', database: 'd/e' },
    ],
    ['postgres://u:a:b@h/d', { user: 'u', password: 'a:b', host: 'h', database: 'd' }],
    ['postgres://%2Frun%2Fpostgresql/d', { host: '/run/postgresql', database: 'd' }],
    ['postgres:///d?host=/run/postgresql&port=6432', { host: '/run/postgresql', port: 6432, database: 'd' }],
    ['postgres://u@/d?host=h&password=p%26', { user: 'u', password: 'p&', host: 'h', database: 'd' }],
    [
      'postgres://h/d?options=-c%20search_path%3Dbots',
      { host: 'h', database: 'd', options: '-c search_path=bots' },
    ],
    ['postgres://h/d?application_name=x&statement_timeout=0', { host: 'h', database: 'd' }],
  ])('%s', (url, expected) => expect(addressOf(url)).toEqual({ ...NOTHING, ...expected }));

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
    ['postgres://a:1,b:2/d', /^must name one host$/],
    ['postgres://a,b/d', /^must name one host$/],
    ['postgres:///d?host=a,b', /^must name one host$/],
    ['postgres://h:0/d', /^must have a port/],
    ['postgres://h:65536/d', /^must have a port/],
    ['postgres://h/d?sslmode=prefer', /^must have disable\|require\|.+ as sslmode$/],
    ['postgres://h/d?sslmode=canary', /^must have disable\|require\|.+ as sslmode$/],
    ['postgres://h/d?channel_binding=require', /^must have disable\|prefer as channel_binding$/],
    ['postgres://h/d?target_session_attrs=standby', /^must have .+ as target_session_attrs$/],
    ['postgres://h/d?canary=1', /^must have no other parameters than /],
    ['postgres://h/d?sslmode=verify-ca', /^must name the certificate of the authority, sslrootcert=FILE/],
    ['postgres://h/d?sslmode=require&sslrootcert=system', /^must have sslmode=verify-full with/],
    ['postgres://h/d?sslmode=require&sslcert=/c', /^must have sslcert and sslkey together$/],
    ['postgres://u:a%00b@h/d', /^must not contain control characters$/],
  ])('%s is refused: %s', (url, fault) => expect(faultOf(url)).toMatch(fault));

  it('whose password is not percent-encoded is refused, and nothing of it is shown', () => {
    const passwords = [
      'Superp@ss/W0rd',
      'Sup@er',
      'Su/per',
      'Su?per',
      'Su#per',
      'Su%per',

      '9/W0rd',
      '9?a=W0rd',
    ];
    for (const password of [...passwords, '9#W0rd', 'a b@c', '@', '/@/', '9?sslmode=W0rd', '9/d?W0rd']) {
      const fault = faultOf(`postgres://bot:${password}@h/d`);
      expect([password, fault]).toEqual([password, expect.stringMatching(/^must [^\n]*percent-encoded/)]);
      expect(fault).not.toMatch(/bot|W0rd|Superp|Sup/);
    }
  });
});

it('the location of a database shows neither user nor password', () => {
  expect(locationOf(addressOf('postgres://u:p@h:5433/d?password=q'))).toBe('h:5433/d');
  expect(locationOf(addressOf('postgres://u:p@[::1]/d'))).toBe('[::1]/d');
});
