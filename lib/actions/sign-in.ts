'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { safeRedirect } from '@/lib/auth/safe-redirect';
import { knownBrowserId, signInMark } from '@/lib/auth/signed-tokens';
import { textField, yes } from '@/lib/contract/form-fields';
import type { LeadsTo } from '@/lib/contract/form-state';
import { paths, withQuery } from '@/lib/contract/paths';
import { networkOf } from '@/lib/request/forwarded';
import { conflict, done, notFound } from '@/lib/services/result';
import { endSession } from '@/lib/services/sessions/end';
import { finishSignIn } from '@/lib/services/sessions/second-step';
import { signIn } from '@/lib/services/sessions/sign-in';
import { tooMany } from '@/lib/services/throttle';
import { container } from '@/lib/session/container';
import { sessionSecret } from '@/lib/session/current-user';
import { startDiscord } from '@/lib/session/discord';
import { knownBrowserToken } from '@/lib/session/known-browser';
import {
  currentFirstStep,
  forgetSession,
  keepRemembered,
  requestOrigin,
  startSession,
} from '@/lib/session/start-session';
import { formAction } from './form-action';

/** A path of this site; `null` for any other. */
const callbackUrl = textField.transform(safeRedirect);

/** Signs in with an address and a password, and leads to `callbackUrl`. */
export const signInAction = formAction(
  z.object({ email: textField, password: textField, callbackUrl }),
  async (ports, _, { email, password }) => {
    const [origin, known] = [await requestOrigin(), await knownBrowserToken()];
    const { authSecret } = container();
    const outcome = await signIn(ports, {
      ...origin,
      email,
      password,
      network: networkOf(origin.address),
      knownBrowserId: (person, nowMs) => knownBrowserId(authSecret, known, person, nowMs),
    });
    if (outcome.kind === 'throttled') return tooMany('attempts', outcome.waitMs);
    return outcome.kind === 'wrong' ? conflict('The email address or the password is wrong.') : done(outcome);
  },
  {
    name: 'sign-in',
    shows: async (signedIn, { callbackUrl }) => {
      const asksCode = await startSession(signedIn, callbackUrl);
      if (asksCode !== null) return opens(asksCode);
      return opens(signedInPath(signedIn, callbackUrl));
    },
  },
);

/** Finishes signing in with a code of the second factor, and leads to `callbackUrl`. */
export const finishSignInAction = formAction(
  z.object({ code: textField, remember: yes, callbackUrl }),
  async (ports, _, { code, remember: remembers }) =>
    finishSignIn(ports, await currentFirstStep(), { code, remembers }, await requestOrigin()),
  {
    name: 'sign-in',
    shows: async ({ rememberToken, ...signedIn }, { callbackUrl }) => {
      await startSession(signedIn);
      if (rememberToken !== null) await keepRemembered(rememberToken);
      return opens(signedInPath(signedIn, callbackUrl));
    },
  },
);

/** That page knows where a signed-in person starts, and whether the browser has kept the cookie. */
const signedInPath = ({ nowMs }: { readonly nowMs: number }, callbackUrl: string | null): string =>
  withQuery(paths.login, {
    ...(callbackUrl !== null && { callbackUrl }),
    'signed-in': signInMark(container().authSecret, nowMs),
  });

/** Leads to Discord, and from there back to `callbackUrl`, which connects it to the account of whoever is signed in. */
export const startDiscordAction = formAction(
  z.object({ callbackUrl }),
  async (_, __, { callbackUrl }) => {
    const start = await startDiscord(callbackUrl ?? paths.login);
    return start === null ? notFound('Signing in with Discord is not set up here.') : done(start);
  },
  { name: 'sign-in', shows: (start) => start },
);

/** Ends this browser's session and leads to the start page. */
export const signOutAction = formAction(
  z.object({}),
  async (ports) => {
    const secret = await sessionSecret();
    if (secret !== null) await endSession(ports, secret);
    return done(null);
  },
  {
    name: 'sign-out.session',
    shows: async () => {
      await forgetSession();
      return opens(paths.home);
    },
  },
);

/** A page that the browser has to open: Next would fetch it with the new cookie itself, or show what it kept of the person's pages. */
const opens = async (href: string): Promise<LeadsTo> =>
  (await headers()).has('next-action') ? { href } : redirect(href);
