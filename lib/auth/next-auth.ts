import type { NextAuthOptions } from 'next-auth';
import { paths, withQuery } from '@/lib/contract/paths';
import { type Caller, type Identity, SESSION_MS } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { connectIdentity } from '@/lib/services/identities/own';
import { redeemLink } from '@/lib/services/links/redeem';
import { findSession } from '@/lib/services/sessions/find';
import type { CodeNeeded, Opened, Origin, SignedInPerson } from '@/lib/services/sessions/open';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in';
import { countChange } from '@/lib/services/users/count-change';
import { isSecureOrigin, type LinkCookie, signInCookies } from './cookies';
import { type DiscordSettings, discord, type RedirectUri } from './discord';
import { type ProviderFailure, providerFailure } from './provider-failure';
import { safeRedirect } from './safe-redirect';

/** What signing in with Discord needs to know about the request. */
export type SignInContext = Origin & {
  readonly ports: Ports;
  readonly secret: string;
  readonly discord: DiscordSettings & RedirectUri;
  /** The origin that the browser uses. */
  readonly origin: string;
  /** The link with which this browser is signing in, if any. */
  readonly link: LinkCookie | null;
  /** Called after a successful sign-in, which makes the browser a known one. */
  readonly onSignedIn: (signedIn: Pick<SignedInPerson, 'person' | 'nowMs'>) => void;
  /** Called when a code is missing. */
  readonly onCodeNeeded: (needed: CodeNeeded) => void;
  /** The browser's current session, for connecting an identity to its person. */
  readonly currentSession: string | null;
  /** Called with server-side errors, which the browser never sees. */
  readonly onError: (error: unknown) => void;
  /** Called when Discord, or the way to it, failed. */
  readonly onProviderFailure: (failure: ProviderFailure) => void;
};

/**
 * next-auth's options for one request: it serves Discord alone. The cookie identifies a session; the `sessions` table says
 * whether it is live.
 */
export function signInOptions(context: SignInContext): NextAuthOptions {
  const { ports, secret, origin, currentSession, onError } = context;
  const from: Origin = context;
  /** Replaces errors, which the library would show to the browser. */
  const guarded = async <R>(work: Promise<R>): Promise<R> => {
    try {
      return await work;
    } catch (error) {
      onError(error);
      throw new Error('unavailable', { cause: error });
    }
  };
  /** Makes it the library's user object, whose session secret goes into the cookie; or leads to where a code is asked for. */
  const signedIn = (result: Opened, user: object) => {
    if (result.kind === 'code-needed') {
      context.onCodeNeeded(result);
      return paths.code;
    }
    context.onSignedIn(result);
    Object.assign(user, { id: result.person.userId, sid: result.sessionSecret });
    return true;
  };
  /** Signs in with a link and an identity, which is connected to its person. */
  const redeem = async ({ kind, token }: LinkCookie, identity: Identity, user: object) => {
    const used = await redeemLink(ports, token, { identity }, from);
    if (!used.ok) return withQuery(paths[kind], { error: used.refusal.field ?? 'token' });
    return signedIn(used.value.signedIn, user);
  };
  return {
    secret,
    useSecureCookies: isSecureOrigin(origin),
    session: { strategy: 'jwt', maxAge: SESSION_MS / 1_000 },
    pages: { signIn: paths.login, error: paths.login },
    // The library's messages can contain input: of them only what the provider answered with is kept.
    logger: {
      error: (code, details) => {
        if (code.startsWith('OAUTH')) context.onProviderFailure(providerFailure(details));
      },
      warn: () => {},
      debug: () => {},
    },
    cookies: signInCookies(origin),
    providers: [discord(context.discord)],
    callbacks: {
      async signIn({ user, account }) {
        if (account === null) return false;
        const identity = { provider: account.provider, subject: account.providerAccountId };
        const live = currentSession === null ? null : await guarded(findSession(ports, currentSession));
        if (live !== null) return guarded(connect(ports, live.who, identity));
        if (context.link !== null) return guarded(redeem(context.link, identity, user));
        const result = await guarded(signInWithIdentity(ports, identity, from));
        if (result.kind === 'wrong') return withQuery(paths.login, { error: 'not-connected' });
        return signedIn(result, user);
      },
      jwt: ({ token, user }) => (user && 'sid' in user ? { uid: user.id, sid: user.sid } : token),
      redirect: ({ url, baseUrl }) => siteUrl(url, baseUrl),
    },
  };
}

/** Connects the identity and redirects to the account page; the current session stays. */
async function connect(ports: Ports, who: Caller, identity: Identity) {
  const counted = await countChange(ports, who);
  const result = counted.ok ? await connectIdentity(ports, who, identity) : counted;
  if (result.ok) return withQuery(paths.account, { connected: 'discord' });
  const error = ERRORS_OF_CONNECTING.get(result.refusal.code) ?? 'not-confirmed';
  return withQuery(paths.account, { error });
}

const ERRORS_OF_CONNECTING: ReadonlyMap<string, string> = new Map([
  ['conflict', 'identity-taken'],
  ['too_many', 'too-many'],
]);

/** The URL to go to after sign-in: one on this site, else its start page. */
function siteUrl(url: string, baseUrl: string): string {
  const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) || paths.home : url;
  return `${baseUrl}${safeRedirect(path) ?? paths.home}`;
}
