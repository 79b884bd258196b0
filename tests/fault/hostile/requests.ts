import fc from 'fast-check';

/** A request as bytes on the wire; KEY, OTHER_KEY and BOT are replaced by those of the bot it is sent for. */
export type Hostile = string;

const TARGETS = [
  ...Array<string>(24).fill('/api/v1/bots/stats'),
  ...Array<string>(12).fill('/api/v1/usage'),
  '/api/v1/usage?key=KEY',
  '/api/v1/usage/',
  '/api//v1/usage',
  '/api/v1/./usage',
  '/api/v1/%75sage',
  '/api/v1/usage%00',
  '/api/v1/usage;x=1',
  '/api/v1/usage#x',
  '/api/../api/v1/usage',
  'http://localhost/api/v1/usage',
  'http://evil.example/api/v1/bots/stats',
  '/api',
  '/api/',
  '/api/v2/x',
  '/api/health/live',
  '/api/openapi.json',
  '/api/metrics',
  `/api/${'a'.repeat(9_000)}`,
  '/api/v1/usage\t',
];
const METHODS = [
  ...Array<string>(24).fill('POST'),
  ...Array<string>(12).fill('GET'),
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'post',
  'G T',
];
const VERSIONS = [
  ...Array<string>(60).fill('HTTP/1.1'),
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/0.9',
  'HTTP/1.1 x',
  'http/1.1',
];
const AUTHORIZATIONS = [
  ...Array<string>(30).fill('Authorization: Bearer KEY'),
  'Authorization: bearer   KEY',
  'Authorization:Bearer KEY',
  'Authorization: Bearer OTHER_KEY',
  '',
  'Authorization: Bearer KEYx',
  'Authorization: Basic KEY',
  'Authorization: Bearer',
  'Authorization : Bearer KEY',
  'Authorization: Bearer KEY\r\nAuthorization: Bearer KEY',
  'Authorization: Bearer\r\n KEY',
  'X-Api-Key: KEY',
];
const TYPES = [
  ...Array<string>(30).fill('Content-Type: application/json'),
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: APPLICATION/JSON',
  'Content-Type: text/plain',
  '',
  'Content-Type: application/json\u0000',
  'Content-Type: application/json\r\nContent-Type: text/html',
];
const OTHERS = [
  'Content-Encoding: gzip',
  'Content-Encoding: identity',
  'Expect: 100-continue',
  'Expect: nonsense',
  'X-Request-Id: abcdefgh',
  'X-Request-Id: <script>',
  'X-HTTP-Method-Override: GET',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Connection: keep-alive',
  'X-Forwarded-For: 1.2.3.4',
  'Cookie: a=b; Authorization=KEY',
  'Host: evil.example',
  'Accept-Encoding: gzip, br',
  'Range: bytes=0-1',
  'If-None-Match: *',
  ': empty',
  'no colon',
  'X-Long: '.padEnd(20_000, 'x'),
  'X-Nul: \u0000',
  'X-Fold: a\r\n b',
  'Trailer: Authorization',
  'TE: trailers',
];

const words = (list: string) => list.trim().split(/\s+/);
const NUMBERS = words(`
  0 -0 1e3 1e309 -1e309 9007199254740991 9007199254740993 1e-7 4.0 4.5
  0x10 01 1_000 NaN Infinity "4" true null [4] {} 1e400 99999999999
`);
const number = fc.oneof(fc.integer({ min: -5, max: 400_000 }).map(String), fc.constantFrom(...NUMBERS));
const BOT_IDS = words('"BOT" "BOT" "12345678901234567" 1 "" "BOT\\u0000" null ["BOT"]');
const OTHER_NAMES = words('__proto__ constructor plan cycle_used isDisabled at_ms toString');
const jsonText = fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text));
const member = fc.oneof(
  fc.tuple(fc.constantFrom('serverCount', 'userCount', 'shardCount'), number),
  fc.tuple(fc.constant('botId'), fc.constantFrom(...BOT_IDS, '" BOT"')),
  fc.tuple(fc.constantFrom(...OTHER_NAMES, ''), fc.oneof(number, jsonText)),
);
const whole = [
  ['botId', '"BOT"'],
  ['serverCount', '4'],
  ['userCount', '273'],
] as const;
const object = fc
  .tuple(fc.boolean(), fc.array(member, { maxLength: 5 }))
  .map(([isWhole, more]) => [...(isWhole ? whole : []), ...more])
  .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`);
const BODIES = [
  '',
  '[',
  '['.repeat(16_000),
  '{"a":'.repeat(3_000),
  ' '.repeat(16_385),
  '\ufeff{}',
  '{}{}',
  'null',
  '[]',
  '"\\ud800"',
  '\xff\xfe',
  '\xc0\xaf',
  '{"botId":"BOT"',
  '{"botId":"BOT","botId":"1"}',
  "{'botId':'BOT'}",
];
const body = fc.oneof(
  { weight: 8, arbitrary: object },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 2, arbitrary: fc.constantFrom(...BODIES) },
);

/** Ways to declare the length of a body, right or wrong. */
type Framing = (body: Buffer) => [headers: string[], body: Buffer];
const declaring =
  (...headers: string[]) =>
  (bytes: Buffer): [string[], Buffer] => [headers, bytes];
const inChunks =
  (encoding: string, extension = ''): Framing =>
  (bytes) => [[`Transfer-Encoding: ${encoding}`], chunked(bytes, extension)];
const afterChunkSize =
  (size: string): Framing =>
  (bytes) => [['Transfer-Encoding: chunked'], Buffer.concat([Buffer.from(`${size}\r\n`), bytes])];
const FRAMINGS: readonly Framing[] = [
  ...Array<Framing>(60).fill((bytes) => [[`Content-Length: ${bytes.length}`], bytes]),
  inChunks('chunked'),
  inChunks('chunked', ';ext="x"'),
  afterChunkSize('zz'),
  afterChunkSize('fffffffffffffffff'),
  inChunks('xchunked'),
  inChunks('gzip, chunked'),
  inChunks('chunked, identity'),
  (bytes) => [['Transfer-Encoding: chunked', `Content-Length: ${bytes.length}`], chunked(bytes)],
  (bytes) => [[`Content-Length: ${bytes.length}`, `Content-Length: ${bytes.length + 1}`], bytes],
  (bytes) => [[`Content-Length: ${bytes.length + 50}`], bytes],
  declaring('Content-Length: -1'),
  declaring('Content-Length: 1e1'),
  declaring(),
  // A second request in the bytes after the body: the server must treat it as a request of its own.
  (bytes) => [[`Content-Length: ${bytes.length}`], Buffer.concat([bytes, SMUGGLED])],
];
const SMUGGLED = Buffer.from('GET /api/v1/usage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer KEY\r\n\r\n');

function chunked(bytes: Buffer, extension = ''): Buffer {
  const size = Buffer.from(`${bytes.length.toString(16)}${extension}\r\n`);
  return Buffer.concat([size, bytes, Buffer.from('\r\n0\r\n\r\n')]);
}

/** Requests close to what is valid, on both sides of the boundary. */
export const hostileRequest: fc.Arbitrary<Hostile> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target: fc.constantFrom(...TARGETS),
    version: fc.constantFrom(...VERSIONS),
    authorization: fc.constantFrom(...AUTHORIZATIONS),
    type: fc.constantFrom(...TYPES),
    others: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.constantFrom(...OTHERS), { maxLength: 2 }) },
    ),
    body,
    framing: fc.nat(FRAMINGS.length - 1),
    newline: fc.constantFrom(...Array<string>(80).fill('\r\n'), '\n', '\r'),
  })
  .map(({ method, target, version, authorization, type, others, body, framing, newline }) => {
    // The placeholder is as long as the bot's id, so declared lengths stay right.
    const bytes = Buffer.from(
      body.replaceAll('BOT', BOT_PLACEHOLDER),
      /[\u0100-\uffff]/.test(body) ? 'utf8' : 'latin1',
    );
    const [length, framed] = FRAMINGS[framing]?.(bytes) ?? [[], bytes];
    const fields = ['Host: localhost', authorization, type, ...others, ...length];
    const head = [`${method} ${target} ${version}`, ...fields];
    return `${head.filter((line) => line !== '').join(newline)}${newline}${newline}${framed.toString('latin1')}`;
  });

/** A placeholder for the bot's id, of the same length. */
export const BOT_PLACEHOLDER = 'B'.repeat(19);
