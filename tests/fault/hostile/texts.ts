import fc from 'fast-check';

/** Markup that no page may contain as markup, and a host that no redirect may lead to. */
export const CANARY = { element: 'botmeter-canary', attribute: 'onbotmeter', host: 'evil.example' } as const;
const { element, attribute, host } = CANARY;

export const MARKUP = [
  `"><${element}>`,
  `</script><${element}>`,
  `</title><${element}>`,
  `--><${element}>`,
  `x" ${attribute}="1`,
  `x' ${attribute}='1`,
  `javascript:${attribute}()`,
] as const;

const ADDRESSES = [
  `//${host}`,
  `https://${host}/`,
  `/\\${host}`,
  `/.//${host}`,
  `/\t/${host}`,
  `http:${host}`,
  `\\\\${host}`,
  `https://localhost@${host}/`,
  `/bots/../..//${host}`,
  '/bots\r\nX-Botmeter: 1',
  'data:text/html,x',
] as const;

const ODD = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '__proto__',
  'constructor',
  '[object Object]',
  '$1',
  '{}',
  '%',
  "' OR 1=1--",
  "'; DROP TABLE bots;--",
  '\\',
  '_',
  'x'.repeat(300),
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  '../../../../package.json',
  '..\\..\\package.json',
  'BOT',
  'newest',
  '0.1.0',
  '0.1.0/../../../package.json',
] as const;

export const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...MARKUP) },
  { weight: 2, arbitrary: fc.constantFrom(...ADDRESSES) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

/** A text in a URL: encoded once, twice, as little as a request line allows, or wrongly. */
export const inAddress = fc.oneof(
  { weight: 6, arbitrary: text.map(encoded) },
  { weight: 1, arbitrary: text.map((t) => encodeURIComponent(encoded(t))) },
  // Keeps encoded what would end the request line or what Node refuses to send.
  {
    weight: 2,
    arbitrary: text.map((t) => encoded(t).replace(/%(2F|5C|3C|3E|22|27|7C|3A|40)/g, decodeURIComponent)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%', '%zz', '%C0%AF', '%ED%A0%80', '%FF', '%00', '%0d%0aX-Botmeter:%201'),
  },
);

/** As a form encodes it; a lone surrogate becomes its three bytes. */
function encoded(t: string): string {
  return [...Buffer.from(t.replaceAll(/\p{Cs}/gu, '\u0001'), 'utf8')]
    .map((byte) => (byte === 1 ? '%ED%A0%80' : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`))
    .join('');
}

/** Node refuses to send header values with line breaks. */
export const inHeader = text.map((t) =>
  Buffer.from(t, 'utf8')
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''),
);
