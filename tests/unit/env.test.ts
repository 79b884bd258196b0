import { describe, expect, it } from 'vitest';
import { type Env, parseEnv } from '@/lib/env';

const SECRET = 'a-secret-of-more-than-32-characters-0001';

function accepted(source: Record<string, string>): Env {
  const parsed = parseEnv(source);
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return parsed.env;
}

function faultsOf(source: Record<string, string>): string[] {
  const parsed = parseEnv(source);
  return parsed.ok ? [] : parsed.faults;
}

describe('an empty environment', () => {
  it('is complete: every variable has its default', () => {
    expect(accepted({})).toEqual({
      database: { kind: 'sqlite', file: 'data/botmeter.db' },
      port: 3000,
      host: undefined,
      appUrl: undefined,
      trustedProxies: [],
      authSecret: undefined,
      firstAdmin: undefined,
      discord: undefined,
      metricsToken: undefined,
      databasePoolMax: 10,
      auditSignInDays: 400,
      logLevel: 'info',
    });
  });

  it('is what variables that are empty or blank amount to', () => {
    const names = [
      'DATABASE_URL',
      'PORT',
      'HOST',
      'APP_URL',
      'TRUSTED_PROXIES',
      'AUTH_SECRET',
      'ADMIN_EMAIL',
    ];
    const more = [
      'ADMIN_PASSWORD',
      'DISCORD_CLIENT_ID',
      'DISCORD_CLIENT_SECRET',
      'METRICS_TOKEN',
      'LOG_LEVEL',
    ];
    for (const blank of ['', ' ', '\t\n']) {
      const source = Object.fromEntries(
        [...names, ...more, 'DATABASE_POOL_MAX'].map((name) => [name, blank]),
      );
      expect(accepted(source)).toEqual(accepted({}));
    }
  });

  it('is not disturbed by variables that are not ours', () => {
    expect(accepted({ PATH: '/bin', NODE_ENV: 'production', DEBUG: '*' })).toEqual(accepted({}));
  });
});

describe('each variable', () => {
  it.each([
    ['file:data/x.db', { kind: 'sqlite', file: 'data/x.db' }],
    ['file:/srv/botmeter/x.db', { kind: 'sqlite', file: '/srv/botmeter/x.db' }],
    ['postgres://u:p@db.example.org/bots', { kind: 'postgres', url: 'postgres://u:p@db.example.org/bots' }],
    [
      'postgresql://db.example.org:5433/bots',
      { kind: 'postgres', url: 'postgresql://db.example.org:5433/bots' },
    ],
  ])('DATABASE_URL=%s', (value, database) => {
    expect(accepted({ DATABASE_URL: value, AUTH_SECRET: SECRET }).database).toEqual(database);
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '1', { port: 1 }],
    ['PORT', '65535', { port: 65_535 }],
    ['HOST', '127.0.0.1', { host: '127.0.0.1' }],
    ['APP_URL', 'https://bots.example.org', { appUrl: 'https://bots.example.org' }],
    ['APP_URL', 'https://bots.example.org/', { appUrl: 'https://bots.example.org' }],
    ['APP_URL', 'http://10.0.0.1:3000', { appUrl: 'http://10.0.0.1:3000' }],
    ['TRUSTED_PROXIES', '127.0.0.1', { trustedProxies: ['127.0.0.1'] }],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1,fd00::/8', { trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
    ['AUTH_SECRET', SECRET, { authSecret: SECRET }],
    ['AUTH_SECRET', 'x'.repeat(32), { authSecret: 'x'.repeat(32) }],
    ['METRICS_TOKEN', 'x'.repeat(16), { metricsToken: 'x'.repeat(16) }],
    ['DATABASE_POOL_MAX', '1', { databasePoolMax: 1 }],
    ['DATABASE_POOL_MAX', '1000', { databasePoolMax: 1_000 }],
    ['AUDIT_SIGN_IN_DAYS', '1', { auditSignInDays: 1 }],
    ['AUDIT_SIGN_IN_DAYS', '36500', { auditSignInDays: 36_500 }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(accepted({ [name]: value })).toEqual({ ...accepted({}), ...expected });
  });

  it('ADMIN_EMAIL with ADMIN_PASSWORD is the first admin', () => {
    const password = 'a long enough passphrase';
    expect(accepted({ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: password }).firstAdmin).toEqual({
      email: 'a@example.org',
      password,
    });
  });

  it('DISCORD_CLIENT_ID with DISCORD_CLIENT_SECRET turns on sign-in with Discord', () => {
    expect(accepted({ DISCORD_CLIENT_ID: 'id', DISCORD_CLIENT_SECRET: 'secret' }).discord).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      origin: 'https://discord.com',
    });
  });

  it.each([
    ['DATABASE_URL', 'data/botmeter.db'],
    ['DATABASE_URL', 'file:'],
    ['DATABASE_URL', 'mysql://db/bots'],
    ['DATABASE_URL', 'postgres://'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['PORT', 'http'],
    ['PORT', '99999999999999999999'],
    ['APP_URL', 'bots.example.org'],
    ['APP_URL', 'ftp://bots.example.org'],
    ['APP_URL', 'https://bots.example.org/path'],
    ['APP_URL', 'https://bots.example.org/?q'],
    ['APP_URL', 'https://bots.example.org:99999'],
    ['TRUSTED_PROXIES', 'proxy.example.org'],
    ['TRUSTED_PROXIES', '127.0.0.1,nonsense'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['AUTH_SECRET', 'x'.repeat(31)],
    ['METRICS_TOKEN', 'x'.repeat(15)],
    ['DATABASE_POOL_MAX', '0'],
    ['DATABASE_POOL_MAX', '1001'],
    ['LOG_LEVEL', 'INFO'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is one fault of one line that names it', (name, value) => {
    expect(faultsOf({ [name]: value, ...(name === 'DATABASE_URL' && { AUTH_SECRET: SECRET }) })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must [^\\n]+\\.$`)),
    ]);
  });

  it.each([
    ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'a@example.org', 'a long enough passphrase'],
    ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'x', 'x'],
  ])('%s and %s must be set together', (one, other, oneValue, otherValue) => {
    const fault = `${one} and ${other} must be set together.`;
    expect(faultsOf({ [one]: oneValue })).toEqual([fault]);
    expect(faultsOf({ [other]: otherValue })).toEqual([fault]);
    expect(faultsOf({ [one]: oneValue, [other]: ' ' })).toEqual([fault]);
  });

  it.each([
    ['ADMIN_EMAIL', 'nobody', 'must be an e-mail address'],
    ['ADMIN_EMAIL', 'a@b@example.org', 'must be an e-mail address'],
    ['ADMIN_PASSWORD', 'x-eleven-xx', 'is refused: The password needs at least 12 characters'],
    ['ADMIN_PASSWORD', 'xy'.repeat(65), 'is refused: The password may have at most 128 characters'],
    [
      'ADMIN_PASSWORD',
      'Password1234',
      'is refused: This password is among the most common ones; choose another',
    ],
  ])(
    '%s=%s, as the set-up page would refuse it, is one fault that does not repeat it',
    (name, value, fault) => {
      const right = { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'a long enough passphrase' };
      expect(faultsOf({ ...right, [name]: value })).toEqual([`${name} ${fault}.`]);
    },
  );

  it('AUTH_SECRET must be set with PostgreSQL', () => {
    expect(faultsOf({ DATABASE_URL: 'postgres://db/bots' })).toEqual([
      expect.stringMatching(/^AUTH_SECRET must be set with PostgreSQL[^\n]*\.$/),
    ]);
  });
});

describe('faults', () => {
  it('are told all at once, one line each', () => {
    const faults = faultsOf({ PORT: 'x', APP_URL: 'y', LOG_LEVEL: 'z', ADMIN_EMAIL: 'a@example.org' });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'APP_URL',
      'LOG_LEVEL',
      'ADMIN_EMAIL',
    ]);
    for (const fault of faults) expect(fault).not.toContain('\n');
  });

  it('never show a secret, not even a part of one', () => {
    const secrets = {
      DATABASE_URL: 'postgres//user:hunter2@db/bots',
      APP_URL: 'https://user:hunter2@host/path',
      AUTH_SECRET: 'hunter2',
      METRICS_TOKEN: 'hunter2',
      ADMIN_PASSWORD: 'hunter2-hunter2',
      DISCORD_CLIENT_SECRET: 'hunter2-hunter2',
    };
    const faults = faultsOf(secrets);
    expect(faults).toHaveLength(6);
    expect(faults.join()).not.toContain('hunter2');
  });
});
