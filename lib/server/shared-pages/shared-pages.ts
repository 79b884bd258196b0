import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { paths } from '@/lib/contract/paths';
import { acceptsCoding } from '@/lib/http/content-coding';
import { type PageTemplate, pageTemplate } from './page-template';
import { inMemoryClient, type Rendered } from './render-in-memory';

/** Pages that are the same for every visitor who is not signed in. */
const SHARED_PATHS: ReadonlySet<string> = new Set([paths.home, paths.docs, paths.login]);
/** A page takes up to 250 kB. Without APP_URL there is one copy per host name that clients use. */
const KEPT_MAX = 24;
/** Headers of one connection or one response, which are not kept. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

type Header = readonly [name: string, value: string];
type SharedPage = { readonly template: PageTemplate; readonly headers: (nonce: string) => readonly Header[] };

/**
 * Serves public pages from memory, with a fresh nonce per response. A page is rendered once, for a request without
 * any client data but the address of this service. All other requests go to `pages`.
 */
export function sharePages(pages: RequestListener): RequestListener {
  const render = inMemoryClient(pages);
  const kept = new Map<string, SharedPage>();
  const keep = (key: string, page: SharedPage) => {
    // Inserted at the end: the first is then the least recently used.
    kept.delete(key);
    kept.set(key, page);
    if (kept.size > KEPT_MAX) for (const oldest of [...kept.keys()].slice(0, 1)) kept.delete(oldest);
  };
  return (request, response) => {
    if (!isForEveryone(request)) return pages(request, response);
    const path = request.url ?? '/';
    const place = publicAddressOf(request);
    const key = [path, ...Object.values(place)].join(' ');
    const page = kept.get(key);
    if (page !== undefined) {
      keep(key, page);
      return send(page, request, response);
    }
    render(path, { ...place, accept: 'text/html', 'accept-encoding': 'identity' })
      .then(sharedPage)
      .catch(() => null)
      .then((fresh) => {
        if (response.closed) return;
        if (fresh === null) return pages(request, response);
        keep(key, fresh);
        send(fresh, request, response);
      });
  };
}

/**
 * Whether a visitor without a session asks for a whole page. Next responds differently to its own scripts (`RSC`,
 * `Next-…`).
 */
function isForEveryone({ method, url = '', headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || !SHARED_PATHS.has(url) || /session/i.test(headers.cookie ?? '')) return false;
  return !Object.keys(headers).some((name) => name === 'rsc' || name.startsWith('next-'));
}

/** The headers with the public address of this service, which pages show. */
function publicAddressOf({ headers }: IncomingMessage) {
  const host = String(headers['x-forwarded-host']);
  return { host, 'x-forwarded-host': host, 'x-forwarded-proto': String(headers['x-forwarded-proto']) };
}

/** The page to cache, or `null` if the response is specific to one visitor. */
function sharedPage({ status, rawHeaders, body }: Rendered): SharedPage | null {
  const all = rawHeaders.flatMap((name, i): Header[] =>
    i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? '']] : [],
  );
  const header = (wanted: string) => all.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const nonce = /'nonce-([^']+)'/.exec(header('content-security-policy') ?? '')?.[1];
  const isPage = status === 200 && header('content-type')?.startsWith('text/html');
  const isPersonal = header('set-cookie') !== undefined || header('content-encoding') !== undefined;
  if (nonce === undefined || !isPage || isPersonal) return null;
  const shared = all.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  return {
    template: pageTemplate(body, nonce),
    headers: (fresh) => shared.map(([name, value]) => [name, value.replaceAll(nonce, fresh)]),
  };
}

function send({ template, headers }: SharedPage, request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(18).toString('base64');
  const isGzip = acceptsCoding('gzip', request.headers['accept-encoding']);
  const parts = isGzip ? template.gzip(nonce) : template.plain(nonce);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  for (const [name, value] of headers(nonce)) response.appendHeader(name, value);
  response.appendHeader('Vary', 'Accept-Encoding');
  if (isGzip) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', length);
  response.writeHead(200);
  // Writes everything in one system call.
  response.cork();
  if (request.method !== 'HEAD') for (const part of parts) response.write(part);
  response.end();
}
