import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import {
  endedSessionCookie,
  type LinkCookie,
  linkCookie,
  linkCookieName,
  parseLinkCookie,
  sessionCookie,
} from '@/lib/auth/cookies';
import { startPageOf } from '@/lib/contract/paths';
import type { User } from '@/lib/domain/people/caller';
import { CLIENT_ADDRESS_HEADER } from '@/lib/request/forwarded';
import type { Origin, SignedInPerson } from '@/lib/services/sessions/open';
import { container } from '@/lib/session/container';
import { ownOriginNow } from './current-user';
import { rememberBrowser } from './known-browser';

/** Signs the browser that called an action in to a session that a service opened. */
export async function startSession(signedIn: SignedInPerson): Promise<void> {
  const settings = { secret: container().authSecret, origin: await ownOriginNow() };
  const jar = await cookies();
  jar.set(await sessionCookie(signedIn, settings));
  if (jar.has(linkCookieName(settings.origin))) jar.set(linkCookie(null, settings.origin));
  await rememberBrowser(signedIn);
}

/** The same, and leads to where the person begins. */
export async function openStartPage({
  signedIn,
  user,
}: {
  signedIn: SignedInPerson;
  user: User;
}): Promise<never> {
  await startSession(signedIn);
  return redirect(startPageOf(user));
}

/** Removes the cookie of a session that has ended. */
export async function forgetSession(): Promise<void> {
  (await cookies()).set(endedSessionCookie(await ownOriginNow()));
}

/** Where the current request comes from. */
export async function requestOrigin(): Promise<Origin> {
  const fields = await headers();
  return {
    address: fields.get(CLIENT_ADDRESS_HEADER) || 'unknown',
    client: fields.get('user-agent') ?? '',
  };
}

/** The link with which this browser went to Discord, if any. */
export async function currentLink(): Promise<LinkCookie | null> {
  return parseLinkCookie((await cookies()).get(linkCookieName(await ownOriginNow()))?.value);
}

/** Keeps a link while the browser is at Discord. */
export async function keepLink(link: LinkCookie): Promise<void> {
  (await cookies()).set(linkCookie(link, await ownOriginNow()));
}
