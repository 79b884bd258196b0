'use server';

import { redirect } from 'next/navigation';
import { keepLink, requestOrigin, startSession } from '@/app/session/start-session';
import type { FormState } from '@/lib/contract/form-state';
import { startPageOf } from '@/lib/contract/paths';
import { networkOf } from '@/lib/http/address';
import { askReset } from '@/lib/services/links/ask-reset';
import { findLink } from '@/lib/services/links/find';
import { linkVoid, redeemLink } from '@/lib/services/links/redeem';
import { done } from '@/lib/services/result';
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
  const { address } = await requestOrigin();
  const result = await act('user.forgot', (ports) =>
    askReset(ports, { email: field(form, 'email'), network: networkOf(address) }),
  );
  return formState(
    form,
    result,
    'If someone here has this address, a mail with a link is on its way.',
    nothing,
  );
}

/** Remembers the link `token` in this browser while its person goes to Discord; uses nothing up. */
export async function keepLinkAction(_: FormState, form: FormData): Promise<FormState> {
  const token = field(form, 'token');
  const result = await act('link.redeem', async (ports) => {
    const link = await findLink(ports, token);
    return link === null ? linkVoid() : done(link);
  });
  if (result.ok) await keepLink({ kind: result.value.kind, token });
  return formState(form, result, '', nothing);
}
