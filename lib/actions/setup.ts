'use server';

import { redirect } from 'next/navigation';
import type { FormState } from '@/lib/contract/form-state';
import { startPageOf } from '@/lib/contract/paths';
import { createFirstAdmin } from '@/lib/services/setup/first-admin';
import { requestOrigin, startSession } from '@/lib/session/start-session';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

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
