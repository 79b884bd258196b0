import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import {
  cookieName,
  endedSessionCookie,
  isSecureOrigin,
  type LinkCookie,
  linkCookie,
  linkCookieName,
  parseLinkCookie,
  sessionCookie,
} from '@/lib/auth/cookies';
import { issueFirstStep, readFirstStep } from '@/lib/auth/signed-tokens';
import { paths, startPageOf, withQuery } from '@/lib/contract/paths';
import type { User } from '@/lib/domain/people/caller';
import { FIRST_STEP_MS, REMEMBERED_MS } from '@/lib/domain/people/second-factor';
import { CLIENT_ADDRESS_HEADER } from '@/lib/request/forwarded';
import type { CodeNeeded, Opened, Origin } from '@/lib/services/sessions/open';
import type { FirstStep } from '@/lib/services/sessions/second-step';
import { container } from '@/lib/session/container';
import { ownOriginNow } from './current-user';
import { rememberBrowser } from './known-browser';

/**
 * Signs the browser that called an action in to a session that a service opened. If a code is missing, it keeps the first step
 * instead, and returns the path of the page that asks for the code.
 */
export async function startSession(
  opened: Opened,
  callbackUrl: string | null = null,
): Promise<string | null> {
  const settings = { secret: container().authSecret, origin: await ownOriginNow() };
  const jar = await cookies();
  if (opened.kind === 'code-needed') {
    jar.set(await firstStepCookie(opened));
    return callbackUrl === null ? paths.code : withQuery(paths.code, { callbackUrl });
  }
  jar.set(await sessionCookie(opened, settings));
  if (jar.has(cookieName(settings.origin, FIRST_STEP))) jar.set(await ownCookie(FIRST_STEP, '', 0));
  if (jar.has(linkCookieName(settings.origin))) jar.set(linkCookie(null, settings.origin));
  await rememberBrowser(opened);
  return null;
}

const FIRST_STEP = 'first-step';
const REMEMBERED = 'remembered';

async function ownCookie(name: string, value: string, maxAgeMs: number) {
  const origin = await ownOriginNow();
  return {
    ...{ name: cookieName(origin, name), value, maxAge: maxAgeMs / 1_000 },
    ...({ httpOnly: true, sameSite: 'lax', path: '/' } as const),
    secure: isSecureOrigin(origin),
  };
}

/** The cookie of a browser of which a code is still missing. */
export async function firstStepCookie(needed: CodeNeeded) {
  const { client } = await requestOrigin();
  return ownCookie(FIRST_STEP, issueFirstStep(container().authSecret, needed, client), FIRST_STEP_MS);
}

/** The first step that this browser has passed, if any. */
export async function currentFirstStep(): Promise<FirstStep | null> {
  const name = cookieName(await ownOriginNow(), FIRST_STEP);
  const { client } = await requestOrigin();
  return readFirstStep(container().authSecret, (await cookies()).get(name)?.value, client);
}

/** Keeps in this browser that it is not asked for a code. */
export async function keepRemembered(token: string): Promise<void> {
  (await cookies()).set(await ownCookie(REMEMBERED, token, REMEMBERED_MS));
}

/** The same, and leads to where the person begins. */
export async function openStartPage({ signedIn, user }: { signedIn: Opened; user: User }): Promise<never> {
  return redirect((await startSession(signedIn)) ?? startPageOf(user));
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
    remembered: (await cookies()).get(cookieName(await ownOriginNow(), REMEMBERED))?.value,
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
