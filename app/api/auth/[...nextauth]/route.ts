import NextAuth from 'next-auth';
import { sessionSecret } from '@/app/session';
import { signInOptions } from '@/lib/auth/next-auth';
import { container } from '@/lib/container';
import { CLIENT_ADDRESS_HEADER } from '@/lib/http/forwarded';
import { isSameOrigin, ownOrigin } from '@/lib/http/same-origin';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: Request, context: Context) {
  const { ports, authSecret, env, log } = container();
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
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/** The sign-in library's reads: its CSRF token, its providers, the way back from Discord. */
export const GET = handle;

/** Signing in and out: by pages of this site only. */
export async function POST(request: Request, context: Context) {
  if (!isSameOrigin(request.headers)) return new Response(null, { status: 403 });
  return handle(request, context);
}
