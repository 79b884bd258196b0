import { type NextRequest, NextResponse } from 'next/server';
import { paths } from '@/lib/contract/paths';
import { isSameOrigin } from '@/lib/http/same-origin';

/**
 * Gives every page a content security policy with a fresh nonce, and refuses cross-site posts to pages. A second line of
 * defence only: lib/services decides who may see and do what.
 */
export function proxy(request: NextRequest) {
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isSameOrigin(request.headers)) {
    if (request.method === 'POST' && request.nextUrl.pathname === paths.unsubscribe)
      return toOneClick(request);
    // Next responds to some of these with a 500; the actions refuse them too.
    return new NextResponse(null, { status: 403 });
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  // Next's built-in global error page has a route, which responds with a 500.
  const isErrorPage = request.nextUrl.pathname === '/_global-error';
  const response = isErrorPage
    ? NextResponse.rewrite(new URL('/not-found', request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** Mail programs unsubscribe with a post to the address of a page. */
function toOneClick({ url }: NextRequest) {
  const to = new URL(url);
  to.pathname += '/one-click';
  return NextResponse.rewrite(to);
}

// React needs `eval` in development only.
const DEVELOPMENT = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';

const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Charts, toasts and menus position themselves with style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Matches pages: all paths except those of the API, whose bodies must stay untouched, and of existing files.
 * tests/api/pages checks every HTML response.
 */
export const config = {
  matcher: ['/((?!api/|_next/static/|icon\\.svg$|client(?:-\\d+\\.\\d+\\.\\d+)?\\.tgz$).*)'],
};
