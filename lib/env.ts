import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type MailSender, type MailServer, parseSender, parseSmtpUrl } from '@/lib/domain/alerts/mail';
import { parseEmail, passwordError } from '@/lib/domain/people/names';
import { FACTOR_POLICIES, type FactorPolicy } from '@/lib/domain/people/second-factor';
import { HOLD_MAX_MS } from '@/lib/domain/reports/decide';
import { type DatabaseAddress, parseDatabaseAddress } from './data/database-address';

/** Settings from the environment (lib/deploy/README.md, "Configuration"). An empty variable counts as unset. */
export type Env = {
  readonly database: DatabaseAddress;
  readonly port: number;
  /** `undefined`: all addresses. */
  readonly host: string | undefined;
  /** Origin only, without a trailing slash. */
  readonly appUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  /** `undefined`: generated and stored next to the embedded database. */
  readonly authSecret: string | undefined;
  readonly firstAdmin: { readonly email: string; readonly password: string } | undefined;
  readonly discord:
    | { readonly clientId: string; readonly clientSecret: string; readonly origin: string }
    | undefined;
  /** `origin` is APP_URL, for the links in mails. */
  readonly mail:
    | { readonly server: MailServer; readonly from: MailSender; readonly origin: string }
    | undefined;
  readonly metricsToken: string | undefined;
  readonly databasePoolMax: number;
  /** The longest time for which a report that is a little early is held, ms; 0 holds none (contract rule 6). */
  readonly reportHoldMs: number;
  /** Days for which sign-ins and denials are kept. */
  readonly auditSignInDays: number;
  readonly factorPolicy: FactorPolicy;
  readonly ownersInvite: boolean;
  /** Where bots with priority support are sent: `https:` or `mailto:`. */
  readonly supportUrl: string | undefined;
  /** CIDRs, IP addresses and `host:port` pairs that webhooks may reach although they are private. */
  readonly webhookAllow: readonly string[];
  /** The address of a dead man's switch. */
  readonly watchdogUrl: string | undefined;
  /** Where and when the service makes backups, and how many it keeps. */
  readonly backups:
    | { readonly folder: string; readonly minute: number; readonly newest: number; readonly weeks: number }
    | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((n) => n >= min && n <= max, { error });
};

const origin = (example: string) =>
  z
    .string()
    .refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text), {
      error: `must be an address without user, password or path, for example ${example}`,
    })
    .transform((text) => text.replace(/\/$/, ''));

/** An https address, or mailto with an email address. */
const isSupportUrl = (text: string): boolean =>
  (/^https:\/\/[^/]/i.test(text) && URL.canParse(text)) ||
  (/^mailto:/i.test(text) && parseEmail(text.replace(/^mailto:/i, '').replace(/\?.*$/, '')) !== null);

const isAddressWithoutUser = (text: string): boolean => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

/** What `parse` makes of a text; `null` is refused with `error`, which shows nothing of the text. */
const parsed = <T extends object>(parse: (text: string) => T | null, error: string) =>
  z.string().transform((text, context): T => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

/** Only addresses in full: `010.0.0.0/8` would be 8.0.0.0/8 to some. */
const isAddressOrCidr = (text: string) =>
  isIP(text) !== 0 || (isIP(text.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(text));

/** The widest ranges that one operator can have: 10.0.0.0/8, fc00::/7. */
const PREFIX_MIN = { ipv4: 8, ipv6: 7 };

/** A proxy of nearly every address would let anyone write any address of their own. */
const isProxy = (text: string) =>
  isAddressOrCidr(text) &&
  Number(text.split('/')[1] ?? 128) >= (text.includes(':') ? PREFIX_MIN.ipv6 : PREFIX_MIN.ipv4);

const HOST_NAME = /^[\w-]+(\.[\w-]+)*\.?$/;
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[\p{L}\p{N}_.-]+):0*[1-9]\d*$/iu;
const isHostAndPort = (text: string) => HOST_AND_PORT.test(text) && URL.canParse(`http://${text}`);

/** A list that is separated by commas or spaces; without the variable it is empty. */
const list = (isEntry: (text: string) => boolean, error: string) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine((entries) => entries.every(isEntry), { error })
    .default([]);

/** Why a password is refused, as the end of a sentence without a full stop. */
const refused = (password: string) => `is refused: ${passwordError(password)?.replace(/\.$/, '')}`;

const variables = z.object({
  DATABASE_URL: z
    .string()
    .default('file:data/botmeter.db')
    .transform((text, context): DatabaseAddress => {
      const parsed = parseDatabaseAddress(text);
      if (parsed.ok) return parsed.address;
      context.addIssue({ code: 'custom', message: parsed.fault });
      return z.NEVER;
    }),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
    .refine((host) => isIP(host) !== 0 || HOST_NAME.test(host), {
      error: 'must be an IP address or a host name, without a port',
    })
    .optional(),
  APP_URL: origin('https://bots.example.org').optional(),
  TRUSTED_PROXIES: list(
    isProxy,
    'must be addresses or CIDRs of at least /8 (IPv6: /7), separated by commas, for example 127.0.0.1,10.0.0.0/8: whoever may name the address of a client can try passwords without being slowed down',
  ),
  AUTH_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters' })
    .refine((text) => new Set(text).size > 1, { error: 'must not be one repeated character' })
    .optional(),
  ADMIN_EMAIL: z
    .string()
    .refine((text) => parseEmail(text) !== null, { error: 'must be an email address' })
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .refine((text) => passwordError(text) === null, { error: (issue) => refused(String(issue.input)) })
    .optional(),
  DISCORD_CLIENT_ID: z.string().optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
  DISCORD_ORIGIN: origin('https://discord.com').default('https://discord.com'),
  SMTP_URL: parsed(
    parseSmtpUrl,
    'must look like smtp://user:password@host:587 or smtps://user:password@host, with special characters of the password percent-encoded',
  ).optional(),
  MAIL_FROM: parsed(
    parseSender,
    'must be an email address, or a name and an address such as Botmeter <bots@example.org>',
  ).optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  DATABASE_POOL_MAX: wholeNumber(1, 1_000).default(10),
  REPORT_HOLD_MS: wholeNumber(0, HOLD_MAX_MS).default(2_000),
  AUDIT_SIGN_IN_DAYS: wholeNumber(1, 36_500).default(400),
  SECOND_FACTOR: z
    .enum(FACTOR_POLICIES, { error: `must be one of ${FACTOR_POLICIES.join(', ')}` })
    .default('optional'),
  OWNERS_INVITE: z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
  SUPPORT_URL: z
    .string()
    .refine(isSupportUrl, {
      error: 'must start with "https://", or be "mailto:" and an email address',
    })
    .optional(),
  WEBHOOK_ALLOW: list(
    (text) => isAddressOrCidr(text) || isHostAndPort(text),
    'must be CIDRs or host:port pairs, separated by commas, for example 10.0.0.0/8,hooks.example.org:8080',
  ),
  WATCHDOG_URL: z
    .string()
    .refine(isAddressWithoutUser, {
      error: 'must be an address that begins with https://, without user or password',
    })
    .optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day in UTC, for example 03:15' })
    .default('03:15')
    .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(14),
  BACKUP_KEEP_WEEKS: wholeNumber(0, 520).default(8),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

const PAIRS = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const;

/** `faults` are one-line sentences that never contain the value of a secret. */
export type ParsedEnv = { ok: true; env: Env } | { ok: false; faults: string[] };

/** Validates the whole environment and reports all errors at once. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): ParsedEnv {
  const given = trimmed(source);
  const result = variables.safeParse(given);
  // The first of each variable.
  const found = new Map(result.error?.issues.toReversed().map((i) => [i.path.join('.'), i.message]));
  for (const [name, value] of Object.entries(given)) {
    if (name in variables.shape && !LISTS.includes(name) && /\p{Cc}/u.test(value)) {
      found.set(name, 'must not contain control characters, such as tabs and line breaks');
    }
  }
  const faults = Object.keys(variables.shape).flatMap((name) =>
    found.has(name) ? [`${name} ${found.get(name)}.`] : [],
  );
  for (const [one, other] of PAIRS) {
    if (Boolean(given[one]) !== Boolean(given[other]))
      faults.push(`${one} and ${other} must be set together.`);
  }
  if (given.DATABASE_URL?.startsWith('postgres') && given.AUTH_SECRET === undefined) {
    faults.push('AUTH_SECRET must be set with PostgreSQL: all instances sign sessions with the same secret.');
  }
  if (given.SMTP_URL !== undefined && given.APP_URL === undefined) {
    faults.push('APP_URL must be set with SMTP_URL: mails hold links to this site.');
  }
  if (given.OWNERS_INVITE === 'yes' && given.SMTP_URL === undefined) {
    faults.push('SMTP_URL must be set with OWNERS_INVITE=yes: invitations of owners are only mailed.');
  }
  if (!result.success || faults.length > 0) return { ok: false, faults };
  const v = result.data;
  return {
    ok: true,
    env: {
      database: v.DATABASE_URL,
      port: v.PORT,
      host: v.HOST,
      appUrl: v.APP_URL,
      trustedProxies: v.TRUSTED_PROXIES,
      authSecret: v.AUTH_SECRET,
      firstAdmin: pair(v.ADMIN_EMAIL, v.ADMIN_PASSWORD, (email, password) => ({ email, password })),
      discord: pair(v.DISCORD_CLIENT_ID, v.DISCORD_CLIENT_SECRET, (clientId, clientSecret) => ({
        clientId,
        clientSecret,
        origin: v.DISCORD_ORIGIN,
      })),
      mail: pair(v.SMTP_URL, v.MAIL_FROM, (server, from) => ({ server, from, origin: v.APP_URL ?? '' })),
      metricsToken: v.METRICS_TOKEN,
      databasePoolMax: v.DATABASE_POOL_MAX,
      reportHoldMs: v.REPORT_HOLD_MS,
      auditSignInDays: v.AUDIT_SIGN_IN_DAYS,
      factorPolicy: v.SECOND_FACTOR,
      ownersInvite: v.OWNERS_INVITE === 'yes',
      supportUrl: v.SUPPORT_URL,
      webhookAllow: v.WEBHOOK_ALLOW,
      watchdogUrl: v.WATCHDOG_URL,
      backups: v.BACKUP_DIR === undefined ? undefined : backupsIn(v.BACKUP_DIR, v),
      logLevel: v.LOG_LEVEL,
    },
  };
}

type Kept = Pick<z.output<typeof variables>, 'BACKUP_AT' | 'BACKUP_KEEP' | 'BACKUP_KEEP_WEEKS'>;
const backupsIn = (folder: string, v: Kept) => ({
  folder,
  minute: v.BACKUP_AT,
  newest: v.BACKUP_KEEP,
  weeks: v.BACKUP_KEEP_WEEKS,
});

/** The lists, whose entries line breaks may separate. */
const LISTS: readonly string[] = ['TRUSTED_PROXIES', 'WEBHOOK_ALLOW'];

/**
 * The variables that are not blank, without what surrounds a value or begins a name in files that were edited on Windows:
 * blanks, carriage returns, a byte-order mark.
 */
const trimmed = (source: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(source)
      .map(([name, value]): [string, string] => [name.trim(), value?.trim() ?? ''])
      .filter(([, value]) => value !== ''),
  );

function pair<A, B, T>(one: A | undefined, other: B | undefined, make: (a: A, b: B) => T) {
  return one === undefined || other === undefined ? undefined : make(one, other);
}
