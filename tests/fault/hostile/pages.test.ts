import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { actionIds, signInOver } from '../../support/browser-jar';
import { figure, SEED, size } from '../../support/fault/campaign';
import { createDatabase } from '../../support/process/database-url';
import { makeBot, makeKey, makePerson, type Site, startSite } from '../../support/site';
import { multipart, type PageRequest, pageRequest } from './page-requests';
import { CANARY, MARKUP } from './texts';

const REQUESTS = size(480, 20_000);
const CONCURRENT = 4;
const BOT_ID = '1283746529000000123';
const EMAIL = 'admin@example.org';
/** Attributes made from a request's text. */
const ATTRIBUTE = new RegExp(`[^<>]{0,99}["'] ${CANARY.attribute}=|(href|src|action)=["']?javascript:`);
/** Lines of this project's files and of the machine's, which no response may contain. */
const FILES = /"lockfileVersion"|"scripts": \{|root:x:0:/;

const MULTIPART = { Origin: 'own', 'Content-Type': 'multipart/form-data; boundary=b' };
/** Fields that must be valid before an action validates the others. */
const CHOICES = { plan: 'free', role: 'owner', overlap: '0', expires: '' };
const TEXTS = ['id', 'name', 'email', 'botId', 'keyId', 'owner', 'token', 'password', 'currentPassword'];

/** A site, and the cookie of an admin. */
type SignedIn = { readonly site: Site; readonly cookie: string };
/** One on each kind of database. */
let sites: SignedIn[];
beforeAll(async () => {
  sites = await Promise.all(
    [undefined, await createDatabase(inject('postgresUrl'))].map(async (database) => {
      const site = await startSite({}, database);
      // Stored names contain markup, which pages must escape.
      await makePerson(site, EMAIL, 'admin', MARKUP[0]);
      for (const [i, name] of MARKUP.entries()) {
        await makeBot(site, { id: String(BigInt(BOT_ID) + BigInt(i)), owner: EMAIL, name });
      }
      await makeKey(site, BOT_ID);
      return { site, cookie: await signInOver(site.origin, EMAIL) };
    }),
  );
});
afterAll(() => Promise.all(sites.map(({ site }) => site.stop())));

type Received = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Sends the path byte for byte; `fetch` would normalize it. */
function send(
  { site, cookie }: SignedIn,
  { method, path, headers, isSignedIn, body }: PageRequest,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(site.origin, {
      method,
      // A redirect may repeat a long path.
      maxHeaderSize: 65_536,
      path: path.replaceAll('BOT', BOT_ID),
      headers: {
        ...headers,
        ...(headers.Origin !== undefined && { Origin: site.origin }),
        ...(isSignedIn && { Cookie: cookie }),
      },
    });
    sent.setTimeout(20_000, () => sent.destroy(new Error('No response.')));
    sent.on('error', reject).on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
      response.on('end', () => {
        const fields = new Headers();
        for (const [name, value] of Object.entries(response.headers)) fields.set(name, String(value));
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: fields, text });
      });
    });
    sent.end(Buffer.from(body, 'latin1'));
  });
}

/** What a response must not do, or `null`: a 5xx, the client's header, a file, the client's markup, another origin. */
function faultOf({ status, headers, text }: Received, origin: string): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 500)}`;
  if (headers.has('x-botmeter')) return 'a header from the request';
  if (FILES.test(text)) return 'a file';
  const type = headers.get('content-type') ?? '';
  if (type.includes('html')) {
    if (text.includes(`<${CANARY.element}`)) return `an element: ${around(text, `<${CANARY.element}`)}`;
    const attribute = ATTRIBUTE.exec(text.replaceAll(/<script[^>]*>.*?<\/script>/gs, ''));
    if (attribute !== null) return `an attribute: ${attribute[0]}`;
  }
  const url = type.includes('json') && text !== '' ? JSON.parse(text)?.url : undefined;
  for (const target of [headers.get('location'), url]) {
    if (typeof target === 'string' && new URL(target, origin).origin !== origin)
      return `it leads to ${target}`;
  }
  return null;
}

const around = (text: string, part: string) => {
  const at = text.indexOf(part);
  return text.slice(Math.max(0, at - 100), at + 100);
};

/** All server actions except one, which would end the session. */
const actions = [...actionIds()].filter(([name]) => !name.endsWith('#signOutEverywhereAction'));

it('NUL in URLs and forms causes no 5xx', async () => {
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
    for (const site of sites) {
      const { status } = await send(site, one);
      expect(status, JSON.stringify(one)).toBeLessThan(500);
    }
  }
  expectNoneFailed();
});

/** An action that throws still responds with 200, and logs the error. */
function expectNoneFailed(): void {
  for (const { site } of sites) expect(site.output()).not.toContain('an action failed');
}

it(`${REQUESTS} generated requests to pages on each database: no 5xx, no injected markup, no redirect to another origin, the same status`, {
  timeout: 3_600_000,
}, async () => {
  const statuses = new Map<number, number>();
  const one = async (sent: PageRequest) => {
    const responses = await Promise.all(sites.map((site) => send(site, sent)));
    for (const [i, response] of responses.entries()) {
      expect(faultOf(response, sites[i]?.site.origin ?? ''), JSON.stringify(sent)).toBeNull();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
    expect(new Set(responses.map(({ status }) => status)).size, JSON.stringify(sent)).toBe(1);
  };
  const ids = actions.map(([, id]) => id);
  const requests = fc.array(pageRequest(ids, 'own'), { minLength: CONCURRENT, maxLength: CONCURRENT });
  const property = fc.asyncProperty(requests, async (some) => void (await Promise.all(some.map(one))));
  await fc.assert(property, { seed: SEED, numRuns: Math.ceil(REQUESTS / CONCURRENT), endOnFailure: true });
  expectNoneFailed();
  const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  figure('Hostile input', `${REQUESTS} generated requests to pages on each database`, `${seen.join(', ')}`);
});
