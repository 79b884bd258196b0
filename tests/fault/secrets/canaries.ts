import { randomBytes } from 'node:crypto';

/** A secret to search for. `shownAt` names the places that may show it; most have none. */
export type Canary = {
  readonly name: string;
  readonly value: string;
  readonly shownAt: readonly string[];
};

const random = (bytes: number) => randomBytes(bytes).toString('hex');

/** Characters that encodings escape differently, between two random ends. */
const password = () => `${random(6)} "ü<&'\\+%/?=>\u{1f511} ${random(6)}`;

/** The secrets that operators and users choose. The product generates others. */
export const chosenSecrets = () => ({
  AUTH_SECRET: random(24),
  METRICS_TOKEN: random(16),
  DISCORD_CLIENT_SECRET: random(16),
  databasePassword: random(12),
  smtpPassword: password(),
  adminPassword: password(),
  ownerPassword: password(),
  newPassword: password(),
  wrongPassword: password(),
});
export type ChosenSecrets = ReturnType<typeof chosenSecrets>;

/** Canaries that no place may show. */
export const neverShown = (secrets: Readonly<Record<string, string>>): Canary[] =>
  Object.entries(secrets).map(([name, value]) => ({ name, value, shownAt: [] }));

/** The base64 of a text at each offset in a longer text, without the characters that depend on its neighbours. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return encoded.slice(offset === 0 ? 0 : offset + 1, -1);
  });
}

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const asHtml = (text: string, quote: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", quote);
/** JSON in a script element, and JSON escaped to ASCII. */
const asScript = (text: string) => text.replace(/[<>&]/g, unicodeEscape);
const asAscii = (text: string) => text.replace(/[^ -~]/g, unicodeEscape);
const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** This many characters of a secret's start or end count as the whole secret. */
const PART_LENGTH = 12;

/** A secret in all forms in which a log, page, database or file may contain it: whole in each encoding, and its ends. */
export function formsOf(secret: string): Buffer[] {
  const json = escaped(secret);
  const url = encodeURIComponent(secret);
  const ends = [secret.slice(0, PART_LENGTH), secret.slice(-PART_LENGTH)];
  // Of the ends only: they are ASCII, so their encodings do not depend on how the rest was escaped.
  const base64 = ends.flatMap((end) => base64Forms(Buffer.from(end)));
  const hex = ends.map((end) => Buffer.from(end).toString('hex'));
  const texts = [
    secret,
    ...ends,
    secret.replaceAll("'", "''"),
    json,
    escaped(json),
    asScript(json),
    asScript(escaped(json)),
    asAscii(json),
    asAscii(escaped(json)),
    asHtml(secret, '&#x27;'),
    asHtml(secret, '&#39;'),
    asHtml(json, '&#x27;'),
    url,
    url.replace(/%../g, (code) => code.toLowerCase()),
    encodeURI(secret),
    encodeURIComponent(url),
    new URLSearchParams([['', secret]]).toString().slice(1),
    ...hex,
    ...hex.map((h) => h.toUpperCase()),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...[...new Set(texts)].map((text) => Buffer.from(text)), Buffer.from(secret, 'utf16le')];
}
