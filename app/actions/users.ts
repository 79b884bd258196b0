'use server';

import { revalidatePath } from 'next/cache';
import { act, field, has } from '@/app/act';
import type { FormState } from '@/lib/contract/form-state';
import { isRole } from '@/lib/domain/principal';
import { changeUser } from '@/lib/services/change-user';
import { createUser } from '@/lib/services/create-user';
import { deleteUser } from '@/lib/services/delete-user';
import type { User } from '@/lib/services/ports';
import { invalid, type Result } from '@/lib/services/result';
import { setPassword } from '@/lib/services/set-password';
import { formState, nothing } from './form';

const ROLE_FAULT = 'Choose owner or admin.';

/** Makes a person: `email`, `name` (may be empty), `role`, `password`. */
export async function createUserAction(_: FormState, form: FormData): Promise<FormState> {
  const role = field(form, 'role');
  const result = await act('user.create', async (ports, who): Promise<Result<User>> => {
    if (!isRole(role)) return invalid(ROLE_FAULT, 'role');
    const name = field(form, 'name').trim() || undefined;
    return createUser(ports, who, {
      email: field(form, 'email'),
      password: field(form, 'password'),
      name,
      role,
    });
  });
  if (result.ok) revalidatePath('/admin/users');
  return formState(form, result, 'The person can sign in now.', nothing);
}

/** Changes the person `id`: of `name`, `role` and `disabled` (`yes`, `no`) whichever are there. */
export async function changeUserAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('user.change', async (ports, who): Promise<Result<User>> => {
    const role = field(form, 'role');
    if (has(form, 'role') && !isRole(role)) return invalid(ROLE_FAULT, 'role');
    return changeUser(
      ports,
      who,
      { userId: field(form, 'id') },
      {
        ...(isRole(role) && { role }),
        ...(has(form, 'name') && { name: field(form, 'name') }),
        ...(has(form, 'disabled') && { isDisabled: field(form, 'disabled') === 'yes' }),
      },
    );
  });
  if (result.ok) revalidatePath('/admin/users');
  return formState(form, result, 'The changes are saved.', nothing);
}

/** Gives the person `id` a new `password`; their sessions end. */
export async function resetPasswordAction(_: FormState, form: FormData): Promise<FormState> {
  const ref = { userId: field(form, 'id') };
  const result = await act('user.set-password', (ports, who) =>
    setPassword(ports, who, ref, field(form, 'password')),
  );
  return formState(form, result, 'The new password is set; their sessions have ended.', nothing);
}

/** Deletes the person `id`. */
export async function deleteUserAction(_: FormState, form: FormData): Promise<FormState> {
  const ref = { userId: field(form, 'id') };
  const result = await act('user.delete', (ports, who) => deleteUser(ports, who, ref));
  if (result.ok) revalidatePath('/admin/users');
  return formState(form, result, 'The person is deleted.', nothing);
}
