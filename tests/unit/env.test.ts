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

const DEFAULTS = {
  database: { kind: 'sqlite', file: 'data/botmeter.db' },
  port: 3000,
  host: undefined,
  appUrl: undefined,
  trustedProxies: [],
  authSecret: undefined,
  firstAdmin: undefined,
  discord: undefined,
  mail: undefined,
  metricsToken: undefined,
  databasePoolMax: 10,
  reportHoldMs: 2_000,
  auditSignInDays: 400,
  factorPolicy: 'optional',
  ownersInvite: false,
  supportUrl: undefined,
  webhookAllow: [],
  watchdogUrl: undefined,
  logLevel: 'info',
};

it('every variable has a default, which blank and unknown variables do not change', () => {
  expect(accepted({})).toEqual(DEFAULTS);
  expect(accepted({ PATH: '/bin', NODE_ENV: 'production', DEBUG: '*' })).toEqual(DEFAULTS);
  const names =
    'DATABASE_URL PORT HOST APP_URL TRUSTED_PROXIES AUTH_SECRET ADMIN_EMAIL ADMIN_PASSWORD DISCORD_CLIENT_ID METRICS_TOKEN ' +
    'DISCORD_CLIENT_SECRET LOG_LEVEL DATABASE_POOL_MAX SMTP_URL MAIL_FROM WEBHOOK_ALLOW';
  for (const blank of ['', ' ', '\t\n']) {
    expect(accepted(Object.fromEntries(names.split(' ').map((name) => [name, blank])))).toEqual(DEFAULTS);
  }
});

describe('each variable', () => {
  it.each([
    ['DATABASE_URL', 'file:data/x.db', { database: { kind: 'sqlite', file: 'data/x.db' } }],
    ['DATABASE_URL', 'file:/srv/x.db', { database: { kind: 'sqlite', file: '/srv/x.db' } }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '1', { port: 1 }],
    ['PORT', '65535', { port: 65_535 }],
    ['HOST', '127.0.0.1', { host: '127.0.0.1' }],
    ['HOST', '[::1]', { host: '::1' }],
    ['HOST', 'x86_64-conda-linux-gnu', { host: 'x86_64-conda-linux-gnu' }],
    ['APP_URL', 'https://bots.example.org', { appUrl: 'https://bots.example.org' }],
    ['APP_URL', 'https://bots.example.org/', { appUrl: 'https://bots.example.org' }],
    ['APP_URL', 'http://10.0.0.1:3000', { appUrl: 'http://10.0.0.1:3000' }],
    ['TRUSTED_PROXIES', '127.0.0.1', { trustedProxies: ['127.0.0.1'] }],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1,fd00::/8', { trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
    ['AUTH_SECRET', 'xy'.repeat(16), { authSecret: 'xy'.repeat(16) }],
    ['METRICS_TOKEN', 'x'.repeat(16), { metricsToken: 'x'.repeat(16) }],
    ['DATABASE_POOL_MAX', '1', { databasePoolMax: 1 }],
    ['DATABASE_POOL_MAX', '1000', { databasePoolMax: 1_000 }],
    ['REPORT_HOLD_MS', '0', { reportHoldMs: 0 }],
    ['REPORT_HOLD_MS', '5000', { reportHoldMs: 5_000 }],
    ['AUDIT_SIGN_IN_DAYS', '1', { auditSignInDays: 1 }],
    ['AUDIT_SIGN_IN_DAYS', '36500', { auditSignInDays: 36_500 }],
    ['SECOND_FACTOR', 'admins', { factorPolicy: 'admins' }],
    ['SECOND_FACTOR', 'everyone', { factorPolicy: 'everyone' }],
    ['OWNERS_INVITE', 'no', { ownersInvite: false }],
    ['SUPPORT_URL', 'https://help.example.org/?b=1', { supportUrl: 'https://help.example.org/?b=1' }],
    ['SUPPORT_URL', 'mailto:help@example.org?subject=B', { supportUrl: 'mailto:help@example.org?subject=B' }],
    ['WEBHOOK_ALLOW', '10.0.0.0/8, fd00::/8', { webhookAllow: ['10.0.0.0/8', 'fd00::/8'] }],
    ['WEBHOOK_ALLOW', '10.1.2.3,nas:81,[::1]:8080', { webhookAllow: ['10.1.2.3', 'nas:81', '[::1]:8080'] }],
    ['WATCHDOG_URL', 'https://hc-ping.com/uuid', { watchdogUrl: 'https://hc-ping.com/uuid' }],
    ['BACKUP_DIR', '/b', { backups: { folder: '/b', minute: 195, newest: 14, weeks: 8 } }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ])('%s=%s is accepted', (name, value, expected) => {
    expect(accepted({ [name]: value })).toEqual({ ...DEFAULTS, ...expected });
  });

  it.each(['postgres://u:p@db.example.org/bots', 'postgresql://db.example.org:5433/bots'])(
    'DATABASE_URL=%s is accepted together with AUTH_SECRET',
    (url) => {
      const source = { DATABASE_URL: url, AUTH_SECRET: SECRET };
      expect(accepted(source).database).toEqual({ kind: 'postgres', url });
      const fault = expect.stringMatching(/^AUTH_SECRET must be set with PostgreSQL[^\n]*\.$/);
      expect(faultsOf({ DATABASE_URL: url })).toEqual([fault]);
    },
  );

  const FIRST_ADMIN = { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'a long enough passphrase' };

  it('ADMIN_EMAIL with ADMIN_PASSWORD is the first admin; DISCORD_CLIENT_ID with its secret enables Discord', () => {
    const firstAdmin = { email: 'a@example.org', password: 'a long enough passphrase' };
    expect(accepted(FIRST_ADMIN)).toEqual({ ...DEFAULTS, firstAdmin });
    const discord = { clientId: 'id', clientSecret: 'secret', origin: 'https://discord.com' };
    const source = { DISCORD_CLIENT_ID: 'id', DISCORD_CLIENT_SECRET: 'secret' };
    expect(accepted(source)).toEqual({ ...DEFAULTS, discord });
  });

  it('SMTP_URL with MAIL_FROM and APP_URL turns on email, with defaults for ports and decoded credentials', () => {
    const origin = 'https://bots.example.org';
    const sent = (SMTP_URL: string, MAIL_FROM = 'Bots <Bots@example.org>') =>
      accepted({ SMTP_URL, MAIL_FROM, APP_URL: origin }).mail;
    const from = { name: 'Bots', address: 'bots@example.org' };
    const server = { host: 'mail.example.org', port: 587, isTls: false, auth: null };
    expect(sent('smtp://mail.example.org')).toEqual({ origin, from, server });
    expect(sent('smtps://u%40x:p%2Fw@[::1]', 'bots@example.org')).toEqual({
      origin,
      from: { name: '', address: 'bots@example.org' },
      server: { host: '::1', port: 465, isTls: true, auth: { user: 'u@x', pass: 'p/w' } },
    });
    expect(faultsOf({ SMTP_URL: 'smtp://mail.example.org:25', MAIL_FROM: 'a@example.org' })).toEqual([
      'APP_URL must be set with SMTP_URL: mails hold links to this site.',
    ]);
  });

  it('OWNERS_INVITE needs SMTP_URL: what owners invite with is only mailed', () => {
    const mail = {
      SMTP_URL: 'smtp://mail.example.org',
      MAIL_FROM: 'a@example.org',
      APP_URL: 'https://b.example.org',
    };
    expect(accepted({ ...mail, OWNERS_INVITE: 'yes' }).ownersInvite).toBe(true);
    expect(faultsOf({ OWNERS_INVITE: 'yes' })).toEqual([
      'SMTP_URL must be set with OWNERS_INVITE=yes: invitations of owners are only mailed.',
    ]);
    expect(faultsOf({ ...mail, OWNERS_INVITE: 'maybe' })).toEqual(['OWNERS_INVITE must be yes or no.']);
  });

  const WRONG_SMTP =
    'smtp://u:a/canary@mail smtp://canary@mail smtp://u:canary%zz@mail smtp://u:canary@mail?pool=1 http://u:canary@mail ' +
    'smtp://u:canary@mail:99999 smtp://';
  it.each(WRONG_SMTP.split(' '))('SMTP_URL=%s is a fault that shows nothing of it', (url) => {
    const faults = faultsOf({ SMTP_URL: url, MAIL_FROM: 'a\nb@x', APP_URL: 'https://bots.example.org' });
    expect(faults.map((fault) => fault.split(' ', 2).join(' '))).toEqual(['SMTP_URL must', 'MAIL_FROM must']);
    expect(faults.join()).not.toMatch(/canary|\n/);
  });

  /** Values that are refused, between blanks. */
  const WRONG: Readonly<Record<string, string>> = {
    DATABASE_URL: 'data/botmeter.db file: mysql://db/bots postgres:// file:data/x.db?mode=ro',
    HOST: 'localhost:3000 http://localhost [::1',
    PORT: '-1 65536 3000.5 0x10 1e3 http 99999999999999999999',
    APP_URL:
      'x.org ftp://x.org https://x.org/path https://x.org/?q https://x.org:99999 https://me:pass@x.org https://me@x.org',
    TRUSTED_PROXIES:
      'proxy.example.org 127.0.0.1,nonsense 10.0.0.0/33 0.0.0.0/0 ::/0 0.0.0.0/1,128.0.0.0/1 2000::/3 ::ffff:0:0/0',
    WEBHOOK_ALLOW:
      'nas nas:0 nas:65536 http://nas:80 nas:80/x me@nas:80 *:80 [::1] [fe80::1%eth0]:80 10.0.0.0/33 010.0.0.0/8 10/8 10.0.0.0/8;nas:80',
    AUTH_SECRET: `${'x'.repeat(31)} ${'x'.repeat(64)}`,
    WATCHDOG_URL: 'ftp://hc.example.org https://me:secret@hc.example.org',
    METRICS_TOKEN: 'x'.repeat(15),
    DATABASE_POOL_MAX: '0 1001',
    REPORT_HOLD_MS: '5001 1.5',
    SUPPORT_URL: 'http://help.example.org https:// https:///x mailto: mailto:help javascript:alert(1)',
    LOG_LEVEL: 'INFO loud',
  };
  it.each(Object.entries(WRONG).flatMap(([name, values]) => values.split(' ').map((value) => [name, value])))(
    '%s=%s is one fault in one line that names it',
    (name = '', value = '') => {
      expect(faultsOf({ [name]: value, ...(name === 'DATABASE_URL' && { AUTH_SECRET: SECRET }) })).toEqual([
        expect.stringMatching(new RegExp(`^${name} must [^\\n]+\\.$`)),
      ]);
    },
  );

  it.each([
    ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'a@example.org', 'a long enough passphrase'],
    ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'x', 'x'],
  ])('%s and %s must be set together', (one, other, oneValue, otherValue) => {
    for (const source of [{ [one]: oneValue }, { [other]: otherValue }, { [one]: oneValue, [other]: ' ' }]) {
      expect(faultsOf(source)).toEqual([`${one} and ${other} must be set together.`]);
    }
  });

  it.each([
    ['ADMIN_EMAIL', 'nobody', 'must be an email address'],
    ['ADMIN_EMAIL', 'a@b@example.org', 'must be an email address'],
    ['ADMIN_PASSWORD', 'x-eleven-xx', 'is refused: The password needs at least 12 characters'],
    ['ADMIN_PASSWORD', 'xy'.repeat(65), 'is refused: The password may have at most 128 characters'],
    ['ADMIN_PASSWORD', 'Password1234', 'is refused: This password is among the most common'],
  ])('%s=%s is a fault that does not repeat it', (name, value, fault) => {
    expect(faultsOf({ ...FIRST_ADMIN, [name]: value })).toEqual([
      expect.stringContaining(`${name} ${fault}`),
    ]);
  });
});

describe('a value from a file that was edited on Windows', () => {
  const values: Record<string, string> = {
    DATABASE_URL: 'file:/srv/x.db',
    PORT: '8080',
    HOST: '127.0.0.1',
    APP_URL: 'https://bots.example.org',
    AUTH_SECRET: SECRET,
    ADMIN_EMAIL: 'a@example.org',
    ADMIN_PASSWORD: 'a long enough passphrase',
    DISCORD_CLIENT_ID: 'id',
    DISCORD_CLIENT_SECRET: 'secret',
    SMTP_URL: 'smtp://mail.example.org',
    MAIL_FROM: 'a@example.org',
    METRICS_TOKEN: 'a token of a test',
    SUPPORT_URL: 'https://help.example.org',
    LOG_LEVEL: 'debug',
  };
  const changed = (change: (value: string) => string) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

  it.each([
    ['a trailing blank', (value: string) => `${value} `],
    ['a carriage return', (value: string) => `${value}\r`],
    ['a line break', (value: string) => `${value}\r\n`],
    ['a byte-order mark', (value: string) => `\uFEFF${value}`],
    ['blanks all around', (value: string) => `\t ${value}\u00A0\n`],
  ])('is the same with %s', (_, change) => {
    expect(accepted(changed(change))).toEqual(accepted(values));
  });

  it('counts also when the mark begins the name of the first variable', () => {
    expect(accepted({ '\uFEFFDATABASE_URL': 'file:/srv/x.db' }).database).toMatchObject({
      file: '/srv/x.db',
    });
  });

  it.each(Object.keys(values))('is a fault where %s has a control character inside', (name) => {
    for (const control of ['\0', '\r', '\n', '\t', '\x1b', '\x7f']) {
      const value = values[name] ?? '';
      const faults = faultsOf({ ...values, [name]: `${value.slice(0, -1)}${control}${value.slice(-1)}` });
      expect(faults).toEqual([`${name} must not contain control characters, such as tabs and line breaks.`]);
    }
  });

  it('may have a list on several lines', () => {
    expect(accepted({ TRUSTED_PROXIES: '10.0.0.1\r\n10.0.0.2\r\n' }).trustedProxies).toEqual([
      '10.0.0.1',
      '10.0.0.2',
    ]);
  });
});

describe('faults', () => {
  it('are returned all at once, one line each', () => {
    const faults = faultsOf({ PORT: 'x', APP_URL: 'y', LOG_LEVEL: 'z', ADMIN_EMAIL: 'a@example.org' });
    const names = faults.map((fault) => fault.split(' ')[0]);
    expect(names).toEqual(['PORT', 'APP_URL', 'LOG_LEVEL', 'ADMIN_EMAIL']);
    expect(faults.join('')).not.toContain('\n');
  });

  it('never show a secret, not even a part of one', () => {
    const faults = faultsOf({
      DATABASE_URL: 'postgres//user:hunter2@db/bots',
      APP_URL: 'https://user:hunter2@host/path',
      AUTH_SECRET: 'hunter2',
      METRICS_TOKEN: 'hunter2',
      ADMIN_PASSWORD: 'hunter2-hunter2',
      DISCORD_CLIENT_SECRET: 'hunter2-hunter2',
    });
    expect(faults).toHaveLength(6);
    expect(faults.join()).not.toContain('hunter2');
  });
});
