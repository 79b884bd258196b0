'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { textField, yes } from '@/lib/contract/form-fields';
import { paths, withQuery } from '@/lib/contract/paths';
import { DIGEST_PERIODS } from '@/lib/domain/alerts/digest';
import { NOTICES_MAX } from '@/lib/domain/alerts/notification';
import { chooseOwnDigest } from '@/lib/services/digests/choose';
import { disconnectIdentity } from '@/lib/services/identities/own';
import { dismissOwnNotices } from '@/lib/services/notices/notices';
import { changeOwnPassword, confirmPassword } from '@/lib/services/passwords/own';
import { endOneSession, endOwnSessions } from '@/lib/services/sessions/end';
import { setOwnTimeZone } from '@/lib/services/users/change';
import { startDiscord } from '@/lib/session/discord';
import { rememberBrowser } from '@/lib/session/known-browser';
import { formAction } from './form-action';

/** A person's own new password. Signs out everywhere, here too. */
export const changeOwnPasswordAction = formAction(
  z.object({ currentPassword: textField, password: textField, code: textField }),
  (ports, who, { currentPassword, password, code }) =>
    changeOwnPassword(ports, who, currentPassword, password, code),
  {
    name: 'user.change-password',
    shows: async (changed) => {
      // A new password invalidates the token of the known browser.
      await rememberBrowser(changed);
      return redirect(withQuery(paths.login, { notice: 'password-changed' }));
    },
  },
);

/** Records that the current password was confirmed, which connecting an account requires, and leads to Discord. */
export const confirmPasswordAction = formAction(
  z.object({ password: textField }),
  (ports, who, { password }) => confirmPassword(ports, who, password),
  { name: 'identity.connect', shows: () => startDiscord(paths.account) },
);

/** Disconnects the account `subject` of `provider`, and ends the person's other sessions. */
export const disconnectIdentityAction = formAction(
  z.object({ provider: textField, subject: textField }),
  disconnectIdentity,
  {
    name: 'identity.disconnect',
    message: 'The account is disconnected; your other browsers are signed out.',
  },
);

/** Sets the person's own time zone, empty for the browser's. */
export const setTimeZoneAction = formAction(
  z.object({ zone: textField }),
  (ports, who, { zone }) => setOwnTimeZone(ports, who, zone),
  { name: 'user.time-zone', refreshes: false },
);

/** Chooses the digest; no period is none. */
export const chooseDigestAction = formAction(
  z.object({ every: z.enum(DIGEST_PERIODS).nullable().catch(null), mail: yes, discord: yes, onlyIfAny: yes }),
  (ports, who, { every, mail: isMailed, discord: isOnDiscord, onlyIfAny: isOnlyIfAny }) =>
    chooseOwnDigest(ports, who, every && { every, isMailed, isOnDiscord, isOnlyIfAny }),
  {
    name: 'user.digest',
    message: (_, { every }) => (every === null ? 'There is no digest.' : 'The digest is chosen.'),
  },
);

/** Dismisses the notices `ids`, separated by spaces. */
export const dismissNoticesAction = formAction(
  z.object({ ids: textField }),
  (ports, who, { ids }) => dismissOwnNotices(ports, who, ids.split(' ', NOTICES_MAX)),
  { name: 'notices.dismiss' },
);

/** Ends one of the caller's sessions. */
export const signOutSessionAction = formAction(
  z.object({ session: textField }),
  (ports, who, { session }) => endOneSession(ports, who, session),
  { name: 'sign-out.session', message: 'That browser is signed out.' },
);

/** Ends all sessions of the caller, this one too; `disconnect` also disconnects their accounts. */
export const signOutEverywhereAction = formAction(
  z.object({ disconnect: yes }),
  (ports, who, { disconnect: disconnects }) => endOwnSessions(ports, who, { disconnects }),
  {
    name: 'sign-out.everywhere',
    shows: () => redirect(withQuery(paths.login, { notice: 'signed-out' })),
  },
);
