'use server';

import { redirect } from 'next/navigation';
import { act, field } from '@/app/act';
import type { FormState } from '@/lib/contract/form-state';
import { changeOwnPassword } from '@/lib/services/change-own-password';
import { endOwnSessions } from '@/lib/services/end-sessions';
import { formState, nothing } from './form';

/** A person's own new password: `present`, `password`. Signs out everywhere, here too. */
export async function changeOwnPasswordAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('user.change-password', (ports, who) =>
    changeOwnPassword(ports, who, field(form, 'present'), field(form, 'password')),
  );
  if (result.ok) redirect('/login?notice=password-changed');
  return formState(form, result, '', nothing);
}

/** Ends all sessions of the person who asks, this one too. */
export async function signOutEverywhereAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('sign-out.everywhere', endOwnSessions);
  if (result.ok) redirect('/login?notice=signed-out');
  return formState(form, result, '', nothing);
}
