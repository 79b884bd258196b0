'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { FormState, LeadsTo } from '@/lib/contract/form-state';
import { paths, withQuery } from '@/lib/contract/paths';
import { DIGEST_PERIODS, type DigestChoice } from '@/lib/domain/alerts/digest';
import { NOTICES_MAX } from '@/lib/domain/alerts/notification';
import { chooseOwnDigest } from '@/lib/services/digests/choose';
import { disconnectIdentity } from '@/lib/services/identities/own';
import { dismissOwnNotices } from '@/lib/services/notices/notices';
import { changeOwnPassword, confirmPassword } from '@/lib/services/passwords/own';
import { endOneSession, endOwnSessions } from '@/lib/services/sessions/end';
import { setOwnTimeZone } from '@/lib/services/users/change';
import { rememberBrowser } from '@/lib/session/known-browser';
import { startDiscord } from '@/lib/session/start-discord';
import { act } from './act';
import { field, tickedIn } from './fields';
import { formState, nothing } from './form-result';

/** A person's own new password: `currentPassword`, `password`. Signs out everywhere, here too. */
export async function changeOwnPasswordAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('user.change-password', (ports, who) =>
    changeOwnPassword(ports, who, field(form, 'currentPassword'), field(form, 'password')),
  );
  if (result.ok) {
    // A new password invalidates the token of the known browser.
    await rememberBrowser(result.value);
    redirect(withQuery(paths.login, { notice: 'password-changed' }));
  }
  return formState(form, result, '', nothing);
}

/** Records that the current `password` was confirmed, which connecting an account requires, and leads to Discord. */
export async function confirmPasswordAction(
  _: FormState<LeadsTo>,
  form: FormData,
): Promise<FormState<LeadsTo>> {
  const result = await act('identity.connect', (ports, who) =>
    confirmPassword(ports, who, field(form, 'password')),
  );
  const start = result.ok ? await startDiscord(paths.account) : null;
  return formState(form, result, '', () => start);
}

/** Disconnects the account `subject` of `provider`, and ends the person's other sessions. */
export async function disconnectIdentityAction(_: FormState, form: FormData): Promise<FormState> {
  const identity = { provider: field(form, 'provider'), subject: field(form, 'subject') };
  const result = await act('identity.disconnect', (ports, who) => disconnectIdentity(ports, who, identity));
  if (result.ok) revalidatePath(paths.account);
  return formState(form, result, 'The account is disconnected; your other browsers are signed out.', nothing);
}

/** Sets the person's own time zone: `zone`, empty for the browser's. */
export async function setTimeZoneAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('user.time-zone', (ports, who) => setOwnTimeZone(ports, who, field(form, 'zone')));
  return formState(form, result, '', nothing);
}

/** Chooses the digest: `every` (empty for none), by `mail`, to `discord`, and `onlyIfAny`. */
export async function chooseDigestAction(_: FormState, form: FormData): Promise<FormState> {
  const every = DIGEST_PERIODS.find((each) => each === field(form, 'every'));
  const ticked = tickedIn(form);
  const choice: DigestChoice | null =
    every === undefined
      ? null
      : {
          every,
          isMailed: ticked.has('mail'),
          isOnDiscord: ticked.has('discord'),
          isOnlyIfAny: ticked.has('onlyIfAny'),
        };
  const result = await act('user.digest', (ports, who) => chooseOwnDigest(ports, who, choice));
  if (result.ok) revalidatePath(paths.account);
  return formState(form, result, choice === null ? 'There is no digest.' : 'The digest is chosen.', nothing);
}

/** Dismisses the notices `ids`, separated by spaces. */
export async function dismissNoticesAction(_: FormState, form: FormData): Promise<FormState> {
  const ids = field(form, 'ids').split(' ', NOTICES_MAX);
  const result = await act('notices.dismiss', (ports, who) => dismissOwnNotices(ports, who, ids));
  if (result.ok) revalidatePath(paths.home, 'layout');
  return formState(form, result, '', nothing);
}

/** Ends the caller's session `session`. */
export async function signOutSessionAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('sign-out.session', (ports, who) =>
    endOneSession(ports, who, field(form, 'session')),
  );
  if (result.ok) revalidatePath(paths.account);
  return formState(form, result, 'That browser is signed out.', nothing);
}

/** Ends all sessions of the caller, this one too; `disconnect` (`yes`) also disconnects their accounts. */
export async function signOutEverywhereAction(_: FormState, form: FormData): Promise<FormState> {
  const disconnects = field(form, 'disconnect') === 'yes';
  const result = await act('sign-out.everywhere', (ports, who) =>
    endOwnSessions(ports, who, { disconnects }),
  );
  if (result.ok) redirect(withQuery(paths.login, { notice: 'signed-out' }));
  return formState(form, result, '', nothing);
}
