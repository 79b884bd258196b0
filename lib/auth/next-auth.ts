import type { NextAuthOptions } from 'next-auth';
import { getToken } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { ownPath } from '@/lib/contract/own-path';
import { connectIdentity } from '@/lib/services/connect-identity';
import { endSession } from '@/lib/services/end-sessions';
import { findSession } from '@/lib/services/find-session';
import type { Ports, User } from '@/lib/services/ports';
import { SESSION_MS, type SignedIn, signIn, signInWithIdentity } from '@/lib/services/sign-in';
import { type DiscordSettings, discord } from './discord';

/** What sign-in needs to know of the request that it serves. */
export type SignInContext = {
  readonly ports: Ports;
  readonly secret: string;
  readonly discord: DiscordSettings | undefined;
  /** Whether browsers reach the service over https. */
  readonly isSecure: boolean;
  readonly address: string;
  readonly client: string;
  /** The session that the browser has already, for connecting an identity to its person. */
  readonly present: string | null;
  /** Hears of what failed on our side, which the browser is never told. */
  readonly onError: (error: unknown) => void;
};

const cookieName = (isSecure: boolean) => `${isSecure ? '__Secure-' : ''}botmeter.session`;

/** The session secret in a request's cookies, or `null`. Whether it is still good, findSession tells. */
export async function sessionSecretOf(
  cookies: Record<string, string>,
  { secret, isSecure }: Pick<SignInContext, 'secret' | 'isSecure'>,
): Promise<string | null> {
  const req = { cookies, headers: {} } as unknown as Parameters<typeof getToken>[0]['req'];
  const token = await getToken({ req, secret, cookieName: cookieName(isSecure), secureCookie: isSecure });
  return typeof token?.sid === 'string' ? token.sid : null;
}

/** next-auth's options for one request. The cookie names a session; the `sessions` table says whether it lives. */
export function signInOptions(context: SignInContext): NextAuthOptions {
  const { ports, secret, isSecure, address, client, present, onError } = context;
  /** The library would show the browser an error in its own words. */
  const guarded = async <R>(work: Promise<R>): Promise<R> => {
    try {
      return await work;
    } catch (error) {
      onError(error);
      throw new Error('unavailable', { cause: error });
    }
  };
  return {
    secret,
    useSecureCookies: isSecure,
    session: { strategy: 'jwt', maxAge: SESSION_MS / 1_000 },
    pages: { signIn: '/login', error: '/login', signOut: '/account' },
    // Its messages can hold what was sent; what matters is in the audit log.
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    cookies: {
      sessionToken: {
        name: cookieName(isSecure),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      },
    },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        async authorize(given) {
          const typed = { email: String(given?.email ?? ''), password: String(given?.password ?? '') };
          const result = await guarded(signIn(ports, { ...typed, address, client }));
          if (result.kind === 'throttled') throw new Error(`throttled:${Math.ceil(result.waitMs / 1_000)}`);
          return toNextAuthUser(result);
        },
      }),
      ...(context.discord === undefined ? [] : [discord(context.discord)]),
    ],
    callbacks: {
      async signIn({ user, account }) {
        if (account?.type !== 'oauth') return true;
        const identity = { provider: account.provider, subject: account.providerAccountId };
        const person = present === null ? null : await guarded(findSession(ports, present));
        if (person !== null) return guarded(connect(ports, person, identity));
        const result = await guarded(signInWithIdentity(ports, identity, { address, client }));
        if (result.kind === 'wrong') return '/login?error=not-connected';
        Object.assign(user, toNextAuthUser(result));
        return true;
      },
      jwt: ({ token, user }) => (user && 'sid' in user ? { uid: user.id, sid: user.sid } : token),
      // The page never asks next-auth who is there: services do, from the sessions table.
      session: () => ({ expires: new Date(0).toISOString() }),
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === 'string') await guarded(endSession(ports, token.sid));
      },
    },
  };
}

function toNextAuthUser(result: Exclude<SignedIn, { kind: 'throttled' }>) {
  return result.kind === 'wrong' ? null : { id: result.userId, sid: result.sessionSecret };
}

/** Connects the identity and goes back to the account; the present session stays as it is. */
async function connect(ports: Ports, person: User, identity: { provider: string; subject: string }) {
  const who = { kind: 'person', userId: person.id, role: person.role } as const;
  const result = await connectIdentity(ports, who, identity);
  return result.ok ? '/account?connected=discord' : '/account?error=identity-taken';
}

/** The address to go to after signing in: one on this site, else its start page. */
function ownAddress(url: string, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) || '/' : url;
  return `${baseUrl}${ownPath(path) ?? '/'}`;
}
