'use server';

import { redirect } from 'next/navigation';
import { act } from '@/app/actions/act';
import { field } from '@/app/actions/fields';
import { formState, nothing } from '@/app/actions/form-result';
import { requestOrigin, startSession } from '@/app/session/start-session';
import type { FormState } from '@/lib/contract/form-state';
import { startPageOf } from '@/lib/contract/paths';
import { createFirstAdmin } from '@/lib/services/setup/first-admin';

/** Creates the first admin from the set-up link's `token`, `email` and `password`, and signs them in. */
export async function setUp(_: FormState, form: FormData): Promise<FormState> {
  const origin = await requestOrigin();
  const result = await act('setup', (ports) => {
    const admin = { email: field(form, 'email'), password: field(form, 'password') };
    return createFirstAdmin(ports, field(form, 'token'), admin, origin);
  });
  if (result.ok) {
    await startSession(result.value.signedIn);
    redirect(startPageOf(result.value.user));
  }
  return formState(form, result, '', nothing);
}
