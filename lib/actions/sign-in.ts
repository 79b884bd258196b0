'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { knownBrowserId, signInMark } from '@/lib/auth/signed-tokens';
import { container } from '@/lib/container';
import type { FormState, LeadsTo } from '@/lib/contract/form-state';
import { paths, withQuery } from '@/lib/contract/paths';
import { networkOf } from '@/lib/request/forwarded';
import { tooMany } from '@/lib/services/passwords/attempts';
import { conflict, done, notFound, type Result } from '@/lib/services/result';
import { endSession } from '@/lib/services/sessions/end';
import type { SignedInPerson } from '@/lib/services/sessions/open';
import { signIn } from '@/lib/services/sessions/sign-in';
import { sessionSecret } from '@/lib/session/current-user';
import { knownBrowserToken } from '@/lib/session/known-browser';
import { startDiscord } from '@/lib/session/start-discord';
import { forgetSession, requestOrigin, startSession } from '@/lib/session/start-session';
import { act } from './act';
import { field } from './fields';
import { formState } from './form-result';

type State = FormState<LeadsTo>;

/** Signs in with `email` and `password`, and leads to `callbackUrl` if that is a path of this site. */
export async function signInAction(_: State, form: FormData): Promise<State> {
  const [origin, known] = [await requestOrigin(), await knownBrowserToken()];
  const { authSecret } = container();
  const result = await act('sign-in', async (ports): Promise<Result<SignedInPerson>> => {
    const outcome = await signIn(ports, {
      ...origin,
      email: field(form, 'email'),
      password: field(form, 'password'),
      network: networkOf(origin.address),
      knownBrowserId: (person, nowMs) => knownBrowserId(authSecret, known, person, nowMs),
    });
    if (outcome.kind === 'throttled') return tooMany('attempts', outcome.waitMs);
    return outcome.kind === 'wrong' ? conflict('The email address or the password is wrong.') : done(outcome);
  });
  if (!result.ok) return formState(form, result, '', () => null);
  await startSession(result.value);
  const wanted = safeRedirect(field(form, 'callbackUrl'));
  // That page knows where a signed-in person starts, and whether the browser has kept the cookie.
  const href = withQuery(paths.login, {
    ...(wanted !== null && { callbackUrl: wanted }),
    'signed-in': signInMark(authSecret, result.value.nowMs),
  });
  // Next would fetch the page with the new cookie itself; the browser has to open it.
  if ((await headers()).has('next-action')) return formState(form, done({ href }), '', (value) => value);
  return redirect(href);
}

/** Leads to Discord, and from there back to `callbackUrl`, which connects it to the account of whoever is signed in. */
export async function startDiscordAction(_: State, form: FormData): Promise<State> {
  const result = await act('sign-in', async () => {
    const start = await startDiscord(safeRedirect(field(form, 'callbackUrl')) ?? paths.login);
    return start === null ? notFound('Signing in with Discord is not set up here.') : done(start);
  });
  return formState(form, result, '', (value) => value);
}

/** Ends this browser's session and leads to the start page. */
export async function signOutAction(_: State, form: FormData): Promise<State> {
  const secret = await sessionSecret();
  const result = await act('sign-out.session', async (ports) => {
    if (secret !== null) await endSession(ports, secret);
    return done({ href: paths.home });
  });
  if (!result.ok) return formState(form, result, '', () => null);
  await forgetSession();
  // The browser has to open the page: Next would show what it kept of the person's pages.
  if ((await headers()).has('next-action')) return formState(form, result, '', (value) => value);
  return redirect(paths.home);
}
