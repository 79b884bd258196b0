import { type NextRequest, NextResponse } from 'next/server';
import { freshPolicy, NONCE_HEADER } from '@/lib/api/content-security-policy';
import { ONE_CLICK_PATH, originRefusal } from '@/lib/request/same-origin';

/**
 * Gives every page a content security policy with a fresh nonce, and refuses cross-site posts to pages. A second line of
 * defence only: lib/services decides who may see and do what.
 */
export function proxy(request: NextRequest) {
  if (request.nextUrl.pathname === ONE_CLICK_PATH) return NextResponse.next();
  // Next responds to some of these with a 500; the actions refuse them too.
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const refusal = isRead ? null : originRefusal(request.headers);
  if (refusal !== null) return new NextResponse(refusal.text, { status: 403, headers: REFUSAL_HEADERS });
  const { nonce, policy } = freshPolicy();
  const headers = new Headers(request.headers);
  headers.set(NONCE_HEADER, nonce);
  headers.set('content-security-policy', policy);
  // Next's built-in global error page has a route, which responds with a 500.
  const isErrorPage = request.nextUrl.pathname === '/_global-error';
  const response = isErrorPage
    ? NextResponse.rewrite(new URL('/not-found', request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** Next hands a text to the page's script only if the type is exactly this. */
const REFUSAL_HEADERS = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' };

/**
 * Matches pages: all paths except those of the API, whose bodies must stay untouched, and of existing files.
 * tests/api/pages checks every HTML response.
 */
export const config = {
  matcher: [
    '/((?!api/|_next/static/|apple-touch-icon\\.png$|favicon\\.ico$|icon\\.svg$|manifest\\.webmanifest$|robots\\.txt$|pictures/(?:badge\\.svg|dashboard-(?:dark|light)\\.webp)$|client(?:-\\d+\\.\\d+\\.\\d+)?\\.tgz$|download/[^/]+$).*)',
  ],
};
