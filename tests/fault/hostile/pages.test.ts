import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, SEED, size } from '../../support/fault/campaign';
import { actionIds } from '../../support/server-action';
import { makeBot, makeKey, makePerson, type Site, signInOver, startSite } from '../../support/site';
import { multipart, type PageRequest, pageRequest } from './page-requests';
import { CANARY, MARKUP } from './texts';

const REQUESTS = size(800, 20_000);
const AT_ONCE = 4;
const BOT_ID = '1283746529000000123';
const EMAIL = 'admin@example.org';
/** What no answer may hold: a line of this project's own files, or of the machine's. */
const ATTRIBUTE = new RegExp(`[^<>]{0,99}["'] ${CANARY.attribute}=|(href|src|action)=["']?javascript:`);
const FILES = /"lockfileVersion"|"scripts": \{|root:x:0:/;

const MULTIPART = { Origin: 'own', 'Content-Type': 'multipart/form-data; boundary=b' };
/** The fields of which some must be one of a few words before the others are looked at. */
const CHOICES = { plan: 'free', role: 'owner', overlap: '0', expires: '' };
const TEXTS = ['id', 'name', 'email', 'botId', 'keyId', 'owner', 'token', 'password', 'present'];

type Place = { readonly site: Site; readonly cookie: string };
let places: Place[];
beforeAll(async () => {
  places = await Promise.all(
    ['SQLite', 'PostgreSQL'].map(async (database) => {
      const site = await startSite({}, database);
      // Names hold what a page must not take for its own markup.
      await makePerson(site, EMAIL, 'admin', MARKUP[0]);
      for (const [i, name] of MARKUP.entries()) {
        await makeBot(site, { id: String(BigInt(BOT_ID) + BigInt(i)), owner: EMAIL, name });
      }
      await makeKey(site, BOT_ID);
      return { site, cookie: await signInOver(site.origin, EMAIL) };
    }),
  );
});
afterAll(() => Promise.all(places.map(({ site }) => site.stop())));

type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Sends the path byte for byte, which no browser does and `fetch` cannot. */
function send(
  { site, cookie }: Place,
  { method, path, headers, isSignedIn, body }: PageRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(site.origin, {
      method,
      // A redirect repeats a long address.
      maxHeaderSize: 65_536,
      path: path.replaceAll('BOT', BOT_ID),
      headers: {
        ...headers,
        ...(headers.Origin !== undefined && { Origin: site.origin }),
        ...(isSignedIn && { Cookie: cookie }),
      },
    });
    asked.setTimeout(20_000, () => asked.destroy(new Error('No answer.')));
    asked.on('error', reject).on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
      answer.on('end', () => {
        const fields = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) fields.set(name, String(value));
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: fields, text });
      });
    });
    asked.end(Buffer.from(body, 'latin1'));
  });
}

/** What is wrong with an answer. */
function faultOf({ status, headers, text }: Answer, origin: string): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 500)}`;
  if (headers.has('x-botmeter')) return 'a header of the client’s making';
  if (FILES.test(text)) return 'a file';
  const type = headers.get('content-type') ?? '';
  if (type.includes('html')) {
    if (text.includes(`<${CANARY.element}`)) return `an element: ${around(text, `<${CANARY.element}`)}`;
    const attribute = ATTRIBUTE.exec(text.replaceAll(/<script[^>]*>.*?<\/script>/gs, ''));
    if (attribute !== null) return `an attribute: ${attribute[0]}`;
  }
  const places = [
    headers.get('location'),
    type.includes('json') && text !== '' ? JSON.parse(text)?.url : undefined,
  ];
  for (const place of places) {
    if (typeof place === 'string' && new URL(place, origin).origin !== origin) return `it leads to ${place}`;
  }
  return null;
}

const around = (text: string, part: string) => {
  const at = text.indexOf(part);
  return text.slice(Math.max(0, at - 100), at + 100);
};

/** The server actions but one, which would end the session that the others are sent with. */
const actions = [...actionIds()].filter(([name]) => !name.endsWith('#signOutEverywhereAction'));

it('what no database stores is not asked of one: NUL in addresses and forms', async () => {
  const none = { isSignedIn: true, headers: {}, body: '' };
  const lists = ['bots', 'users', 'keys', 'audit'].map((list) => `/admin/${list}?q=a%00b`);
  const others = ['/bots/%00', '/bots/%00/keys', '/api/dashboard/bots/%00', '/setup?token=%00'];
  const read = [...lists, ...others].map((path): PageRequest => ({ ...none, method: 'GET', path }));
  const values = { ...Object.fromEntries(TEXTS.map((name) => [name, 'a\0b'])), ...CHOICES };
  const body = multipart([
    ...Object.entries(values).map(([name, value]) => [`_1_${name}`, value] as const),
    ['0', '[{},"$K1"]'],
  ]);
  const sent = actions.map(([, id]): PageRequest => {
    const headers = { ...MULTIPART, 'Next-Action': id };
    return { ...none, method: 'POST', path: '/account', headers, body };
  });
  for (const one of [...read, ...sent]) {
    for (const place of places) {
      const { status } = await send(place, one);
      expect(status, JSON.stringify(one)).toBeLessThan(500);
    }
  }
  expectNoneFailed();
});

/** Whatever an action throws is answered with a sentence, and logged. */
function expectNoneFailed(): void {
  for (const { site } of places) expect(site.output()).not.toContain('an action failed');
}

it(`${REQUESTS} generated requests to pages on each database: no 5xx, no markup taken over, no way out, the same status`, {
  timeout: 3_600_000,
}, async () => {
  const statuses = new Map<number, number>();
  const one = async (sent: PageRequest) => {
    const answers = await Promise.all(places.map((place) => send(place, sent)));
    for (const [i, answer] of answers.entries()) {
      expect(faultOf(answer, places[i]?.site.origin ?? ''), JSON.stringify(sent)).toBeNull();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    expect(new Set(answers.map(({ status }) => status)).size, JSON.stringify(sent)).toBe(1);
  };
  const ids = actions.map(([, id]) => id);
  const requests = fc.array(pageRequest(ids, 'own'), {
    minLength: AT_ONCE,
    maxLength: AT_ONCE,
  });
  const property = fc.asyncProperty(requests, async (some) => void (await Promise.all(some.map(one))));
  await fc.assert(property, { seed: SEED, numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true });
  expectNoneFailed();
  const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  figure('Hostile input', `${REQUESTS} generated requests to pages on each database`, `${seen.join(', ')}`);
});
