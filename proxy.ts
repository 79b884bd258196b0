import { type NextRequest, NextResponse } from 'next/server';
import { isSameOrigin } from '@/lib/http/same-origin';

/**
 * Gives every page a content security policy with a nonce of its own, and turns away what other sites send to pages.
 * A comfort and a second line: who may see and do what is decided in lib/services.
 */
export function proxy(request: NextRequest) {
  // Next would answer some of these with a 500; the actions themselves refuse them too.
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isSameOrigin(request.headers)) {
    return new NextResponse(null, { status: 403 });
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  // Next's own page for errors of the frame has an address, and would answer it with a 500.
  const isErrorPage = request.nextUrl.pathname === '/_global-error';
  const response = isErrorPage
    ? NextResponse.rewrite(new URL('/not-found', request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

// React evaluates code in development only.
const DEVELOPMENT = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';

const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Charts, toasts and menus place themselves with style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Pages only: not the API, whose bodies must reach it untouched, and no files. */
export const config = { matcher: ['/((?!api/|_next/static/|.*\\.[a-z0-9]+$).*)'] };
