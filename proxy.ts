import { type NextRequest, NextResponse } from 'next/server';
import { freshPolicy, NONCE_HEADER, PATH_HEADER } from '@/lib/request/content-security-policy';

/** Gives every page a content security policy with a fresh nonce. It decides nothing: lib/services does. */
export function proxy(request: NextRequest) {
  const { nonce, policy } = freshPolicy();
  const headers = new Headers(request.headers);
  headers.set(NONCE_HEADER, nonce);
  headers.set(PATH_HEADER, request.nextUrl.pathname);
  headers.set('content-security-policy', policy);
  // Next's built-in global error page has a route, which responds with a 500.
  const isErrorPage = request.nextUrl.pathname === '/_global-error';
  const response = isErrorPage
    ? NextResponse.rewrite(new URL('/not-found', request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/**
 * Matches pages: all paths except those of the API, whose bodies must stay untouched, and of existing files.
 * tests/api/pages checks every HTML response.
 */
export const config = {
  matcher: [
    '/((?!(?:api|hooks|badge|chart|b|npm)/|_next/static/|apple-touch-icon\\.png$|favicon\\.ico$|geist-sans\\.woff2$|icon\\.svg$|manifest\\.webmanifest$|robots\\.txt$|pictures/(?:badge\\.svg|dashboard-(?:dark|light)\\.webp)$|client(?:-\\d+\\.\\d+\\.\\d+)?\\.tgz$|download/[^/]+$).*)',
  ],
};
