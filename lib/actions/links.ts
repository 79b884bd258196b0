'use server';

import { redirect } from 'next/navigation';
import { knownBrowserId } from '@/lib/auth/signed-tokens';
import { container } from '@/lib/container';
import type { FormState, LeadsTo } from '@/lib/contract/form-state';
import { paths, startPageOf } from '@/lib/contract/paths';
import { networkOf } from '@/lib/request/forwarded';
import { askReset } from '@/lib/services/links/ask-reset';
import { findLink, linkVoid, redeemLink } from '@/lib/services/links/redeem';
import { done } from '@/lib/services/result';
import { knownBrowserToken } from '@/lib/session/known-browser';
import { startDiscord } from '@/lib/session/start-discord';
import { keepLink, requestOrigin, startSession } from '@/lib/session/start-session';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

/** Uses a link up: `token`, `password`, and `keep` (`yes`) to keep connected accounts. Signs its person in. */
export async function redeemLinkAction(_: FormState, form: FormData): Promise<FormState> {
  const origin = await requestOrigin();
  const result = await act('link.redeem', (ports) => {
    const credential = { password: field(form, 'password'), keepsIdentities: field(form, 'keep') === 'yes' };
    return redeemLink(ports, field(form, 'token'), credential, origin);
  });
  if (result.ok) {
    await startSession(result.value.signedIn);
    redirect(startPageOf(result.value.user));
  }
  return formState(form, result, '', nothing);
}

/** Asks for a mail with a link to choose a new password for `email`. The response is the same for every address. */
export async function askResetAction(_: FormState, form: FormData): Promise<FormState> {
  const [{ address }, known] = [await requestOrigin(), await knownBrowserToken()];
  const { authSecret } = container();
  const result = await act('user.forgot', (ports) =>
    askReset(ports, {
      email: field(form, 'email'),
      network: networkOf(address),
      knownBrowserId:
        known === undefined ? undefined : (person, nowMs) => knownBrowserId(authSecret, known, person, nowMs),
    }),
  );
  return formState(
    form,
    result,
    'If someone here has this address, a mail with a link is on its way, or was sent before and its link still works.',
    nothing,
  );
}

/** Remembers the link `token` in this browser and leads its person to Discord; uses nothing up. */
export async function keepLinkAction(_: FormState<LeadsTo>, form: FormData): Promise<FormState<LeadsTo>> {
  const token = field(form, 'token');
  const result = await act('link.redeem', async (ports) => {
    const link = await findLink(ports, token);
    return link === null ? linkVoid() : done(link);
  });
  if (result.ok) await keepLink({ kind: result.value.kind, token });
  const start = result.ok ? await startDiscord(paths.login) : null;
  return formState(form, result, '', () => start);
}
