import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { sessionSecret } from '@/app/session';
import { isSignInEndpoint, settleQuery } from '@/lib/auth/endpoints';
import { signInOptions } from '@/lib/auth/next-auth';
import { container } from '@/lib/container';
import { CLIENT_ADDRESS_HEADER } from '@/lib/http/forwarded';
import { isSameOrigin, ownOrigin } from '@/lib/http/same-origin';

/** As the pages send it. */
const FORM = 'application/x-www-form-urlencoded';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context) {
  const { ports, authSecret, env, log } = container();
  const { nextauth } = await context.params;
  if (!isSignInEndpoint(request.method, nextauth, env.discord !== undefined)) {
    return new Response(null, { status: 404 });
  }
  settleQuery(request.nextUrl.searchParams);
  const options = signInOptions({
    ports,
    secret: authSecret,
    discord: env.discord,
    isSecure: ownOrigin(request.headers).startsWith('https:'),
    address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown',
    client: request.headers.get('user-agent') ?? '',
    present: await sessionSecret(),
    onError: (error) => log.error({ err: error }, 'a sign-in or sign-out failed'),
  });
  const response: Response = await NextAuth(request as never, context as never, options);
  // The library's word for a cookie with an address that is none; what fails on our side it answers in another way.
  if (response.status === 500) return new Response(null, { status: 400 });
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/** The sign-in library's reads: its CSRF token, its providers, the way back from Discord. */
export const GET = handle;

/** Signing in and out: by pages of this site only. */
export async function POST(request: NextRequest, context: Context) {
  if (!isSameOrigin(request.headers)) return new Response(null, { status: 403 });
  if (!request.headers.get('content-type')?.startsWith(FORM)) return new Response(null, { status: 415 });
  return handle(request, context);
}
