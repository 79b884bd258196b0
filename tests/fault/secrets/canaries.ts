import { randomBytes } from 'node:crypto';

/** A secret that goes through the product. `shownAt` names the places that may show it; most have none. */
export type Canary = {
  readonly name: string;
  readonly value: string;
  readonly shownAt: readonly string[];
};

const random = (bytes: number) => randomBytes(bytes).toString('hex');

/** Characters that every encoding writes in a way of its own, between halves that occur nowhere else. */
const password = () => `${random(6)} "ü<&'\\+%/?=>\u{1f511} ${random(6)}`;

/** The secrets that an operator and people choose; those that the product makes join them as they are made. */
export const chosenSecrets = () => ({
  AUTH_SECRET: random(24),
  METRICS_TOKEN: random(16),
  DISCORD_CLIENT_SECRET: random(16),
  databasePassword: random(12),
  adminPassword: password(),
  ownerPassword: password(),
  newPassword: password(),
  wrongPassword: password(),
});
export type ChosenSecrets = ReturnType<typeof chosenSecrets>;

/** What base64 makes of a text, wherever in a longer one it stands; without the characters at the seams. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return encoded
      .slice(offset === 0 ? 0 : offset + 1)
      .replace(/=+$/, '')
      .slice(0, -1);
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
/** JSON as it stands in a script, and as it stands when it is all ASCII. */
const asScript = (text: string) => text.replace(/[<>&]/g, unicodeEscape);
const asAscii = (text: string) => text.replace(/[^ -~]/g, unicodeEscape);
const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** How much of a secret's beginning or end is as good as the whole. */
const TELLING_LENGTH = 12;

/** A secret as it may stand in a log, a page, a database or a file: whole in each encoding, and its halves. */
export function formsOf(secret: string): Buffer[] {
  const json = escaped(secret);
  const url = encodeURIComponent(secret);
  const halves = [secret.slice(0, TELLING_LENGTH), secret.slice(-TELLING_LENGTH)];
  // Of the halves, so that it does not matter in what form the whole went in.
  const base64 = halves.flatMap((half) => base64Forms(Buffer.from(half)));
  const hex = halves.map((half) => Buffer.from(half).toString('hex'));
  const texts = [
    ...[secret, ...halves, secret.replaceAll("'", "''")],
    ...[json, escaped(json), asScript(json), asScript(escaped(json)), asAscii(json), asAscii(escaped(json))],
    ...[asHtml(secret, '&#x27;'), asHtml(secret, '&#39;'), asHtml(json, '&#x27;')],
    ...[url, url.replace(/%../g, (code) => code.toLowerCase()), encodeURI(secret), encodeURIComponent(url)],
    ...[new URLSearchParams([['', secret]]).toString().slice(1), ...hex, ...hex.map((h) => h.toUpperCase())],
    ...[...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
  ];
  return [...[...new Set(texts)].map((text) => Buffer.from(text)), Buffer.from(secret, 'utf16le')];
}
