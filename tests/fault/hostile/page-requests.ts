import fc from 'fast-check';
import { CANARY, inAddress, inHeader, text } from './texts';

const words = (list: string) => list.trim().split(/\s+/);

/** A request to a page or its reads; BOT is replaced by the id of a bot. Texts are bytes in latin1. */
export type PageRequest = {
  readonly method: string;
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const PATHS = words(`
  / /login /setup /docs /account /bots /bots/BOT /bots/BOT/keys /bots/* /bots/*/keys /admin/bots
  /admin/users /admin/keys /admin/audit /admin/* /* //* /_next/* /*/* /login /login /setup /admin/bots
  /admin/users /admin/keys /admin/audit /bots/BOT /_next/static/* /_next/image /_next/data/*
  /client-*.tgz /client-0.1.0.tgz /download/* /*.tgz 
  /api/auth/callback/credentials /api/auth/callback/discord
  /api/auth/callback/*
  /api/auth/* /api/auth /api/auth/ /api/dashboard/bots /api/dashboard/bots/BOT /api/dashboard/bots/*
  /api/dashboard/* /_global-error
`);

const PARAMETERS = words(`
  q sort dir page range token callbackUrl error notice connected url w _rsc nxtPbotId
  version code state csrfToken json __proto__ botId key
`);

/** Every parameter with one text, which finds a page that echoes it; or a few parameters with different texts. */
const query = fc
  .oneof(
    inAddress.map((value) => PARAMETERS.map((name) => [name, value] as const)),
    fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), inAddress), { maxLength: 4 }),
  )
  .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`)
  // The longest that the server accepts.
  .map((text) => text.slice(0, 8_000));

/** An almost valid `Next-Router-State-Tree`. */
const TREES = [
  '["",{}]',
  '["",{"children":["bots",{}]}]',
  '["",{"children":[["botId","1","d",null],{}]},null,"refetch"]',
];
const TREE_PARTS = ['[', ']', '{', 'd', 'null', '"bots"', '"refetch"', '}', '""'];
const TREE_CHANGES = ['', '[]', '{}', '1', 'x', '"x"', 'null', 'true', '["a"]', ','];
const routerState = fc
  .tuple(fc.constantFrom(...TREES), fc.constantFrom(...TREE_PARTS), fc.constantFrom(...TREE_CHANGES))
  .map(([tree, part, change]) => encodeURIComponent(tree.replace(part, change)));

const SWITCHES = words('RSC Next-Router-Prefetch Next-Router-Segment-Prefetch X-Nextjs-Data Next-Url');
const INNER = words(`
  Next-Router-State-Tree X-Middleware-Subrequest X-Middleware-Rewrite X-Matched-Path X-Invoke-Path X-Invoke-Status
  X-Nonce Content-Security-Policy X-Original-URL X-HTTP-Method-Override Accept User-Agent Referer Range If-None-Match
`);
const FORWARDED = words('X-Forwarded-Host X-Forwarded-Proto X-Forwarded-For Forwarded X-Client-Address');

const header = fc.oneof(
  fc.tuple(fc.constantFrom(...SWITCHES), fc.oneof(fc.constant('1'), inHeader)),
  fc.tuple(fc.constantFrom(...INNER), inHeader),
  fc.tuple(fc.constantFrom(...FORWARDED), fc.oneof(fc.constant(CANARY.host), inHeader)),
);

const FIELDS = words(
  'id name owner plan email role password present botId keyId overlap expires serverCount token',
);

const TYPES = [
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain;charset=UTF-8',
  '',
  'text/x-component',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
];
const INVALID_BODIES = [
  '',
  '[',
  '--b\r\n',
  '--b--\r\n',
  '["$F1"]',
  '["$1"]',
  '["$Q0","$W0","$i0"]',
  '{"then":"$1"}',
];

/** The body of a request that a page of this site sends: form fields, multipart, an action's arguments, or invalid. */
const sending = (actions: readonly string[]) =>
  fc.record({
    action: fc.option(fc.oneof(fc.constantFrom(...actions), inHeader), { nil: undefined }),
    type: fc.constantFrom(...TYPES),
    body: fc.oneof(
      inAddress.map((t) => `callbackUrl=${t}&email=${t}&password=x&json=true`),
      text.map((t) => JSON.stringify([{}, t])),
      text.map((t) => multipart([['0', '[{},"$K1"]'], ...FIELDS.map((f): Field => [`_1_${f}`, t])])),
      text.map((t) =>
        multipart(Object.entries({ 0: `["$K1","$F1","$@2","$Q3",${JSON.stringify(t)}]`, [t]: t, '1_x': t })),
      ),
      text.map((t) =>
        multipart(Object.entries({ [`$ACTION_ID_${t}`]: '', $ACTION_REF_1: '', '$ACTION_1:0': t })),
      ),
      fc.constantFrom(...INVALID_BODIES),
      text,
    ),
  });

type Field = readonly [name: string, value: string];
export const multipart = (fields: readonly Field[]) =>
  `${fields
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--b--\r\n`;

const METHODS = [...Array<string>(10).fill('GET'), 'HEAD', 'POST', 'POST', 'POST', 'PUT', 'OPTIONS'];
const headers = fc.oneof(
  { weight: 2, arbitrary: fc.constant<[string, string][]>([]) },
  { weight: 1, arbitrary: fc.array(header, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: routerState.map((state) => Object.entries({ RSC: '1', 'Next-Router-State-Tree': state })),
  },
);

/** `actions`: the ids of the server actions of the build; `origin`: the site's own. */
export const pageRequest = (actions: readonly string[], origin: string): fc.Arbitrary<PageRequest> =>
  fc
    .record({
      path: fc.tuple(fc.constantFrom(...PATHS), fc.array(inAddress, { minLength: 2, maxLength: 2 }), query),
      isSignedIn: fc.boolean(),
      method: fc.constantFrom(...METHODS),
      headers,
      sent: sending(actions),
    })
    .map(({ path: [pattern, texts, search], isSignedIn, method, headers, sent }) => {
      let next = 0;
      const path = pattern.replace(/\*/g, () => texts[next++] ?? '');
      const ofBody = {
        Origin: origin,
        'Content-Type': sent.type,
        ...(sent.action !== undefined && { 'Next-Action': sent.action }),
      };
      return {
        method,
        path: `${path}${search === '?' ? '' : search}`,
        isSignedIn,
        headers: { ...Object.fromEntries(headers), ...(method === 'POST' && ofBody) },
        body: method === 'POST' ? Buffer.from(sent.body, 'utf8').toString('latin1') : '',
      };
    });
