'use server';

import { act } from '@/app/actions/act';
import { field } from '@/app/actions/fields';
import { formState, nothing } from '@/app/actions/form-result';
import type { FormState } from '@/lib/contract/form-state';
import { createFirstAdmin } from '@/lib/services/setup/create-first-admin';

/** Creates the first admin from the set-up link's `token`, `email` and `password`. */
export async function setUp(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('setup', (ports) =>
    createFirstAdmin(ports, field(form, 'token'), {
      email: field(form, 'email'),
      password: field(form, 'password'),
    }),
  );
  return formState(form, result, 'The admin has been created.', nothing);
}
