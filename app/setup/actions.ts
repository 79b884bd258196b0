'use server';

import { act, field } from '@/app/act';
import { formState, nothing } from '@/app/actions/form';
import type { FormState } from '@/lib/contract/form-state';
import { createFirstAdmin } from '@/lib/services/create-first-admin';

/** Creates the first admin: `token` of the set-up link, `email`, `password`. */
export async function setUp(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('setup', (ports) =>
    createFirstAdmin(ports, field(form, 'token'), {
      email: field(form, 'email'),
      password: field(form, 'password'),
    }),
  );
  return formState(form, result, 'The admin has been created.', nothing);
}
