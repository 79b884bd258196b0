'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths, withQuery } from '@/lib/contract/paths';
import type { ShownLinkValue } from '@/lib/contract/shown';
import { isRole, type User } from '@/lib/domain/people/caller';
import { type IssuedLink, inviteUser, issueReset, withdrawInvitation } from '@/lib/services/links/issue';
import { setPassword } from '@/lib/services/passwords/set';
import { invalid, type Result } from '@/lib/services/result';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { act } from './act';
import { field, has } from './fields';
import { formState, nothing } from './form-result';

const ROLE_ERROR = 'Choose owner or admin.';

type LinkState = FormState<ShownLinkValue>;

const toShown = ({ token, link: { kind, email, expiresAtMs }, isMailed }: IssuedLink): ShownLinkValue => ({
  path: withQuery(paths[kind], { token }),
  email,
  expiresAtMs,
  isMailed,
});

/** Issues an invitation for `email`, `name` (may be empty) and `role`; voids an earlier one. */
export async function inviteUserAction(_: LinkState, form: FormData): Promise<LinkState> {
  const role = field(form, 'role');
  const result = await act('user.invite', async (ports, who): Promise<Result<IssuedLink>> => {
    if (!isRole(role)) return invalid(ROLE_ERROR, 'role');
    const name = field(form, 'name').trim() || undefined;
    return inviteUser(ports, who, { email: field(form, 'email'), name, role });
  });
  if (result.ok) revalidatePath(paths.admin.users);
  return formState(form, result, 'The invitation is ready.', toShown);
}

/** Voids the open invitation of the person `id`. */
export async function withdrawInvitationAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('user.uninvite', (ports, who) =>
    withdrawInvitation(ports, who, field(form, 'id')),
  );
  revalidatePath(paths.admin.users);
  return formState(form, result, 'The invitation is withdrawn; its link no longer works.', nothing);
}

/** Issues a link with which the person `id` chooses a new password; voids an earlier one. */
export async function issueResetAction(_: LinkState, form: FormData): Promise<LinkState> {
  const ref = { userId: field(form, 'id') };
  const result = await act('user.reset', (ports, who) => issueReset(ports, who, ref));
  return formState(form, result, 'The link is ready.', toShown);
}

/** Creates a person from `email`, `name` (may be empty), `role` and `password`. */
export async function createUserAction(_: FormState, form: FormData): Promise<FormState> {
  const role = field(form, 'role');
  const result = await act('user.create', async (ports, who): Promise<Result<User>> => {
    if (!isRole(role)) return invalid(ROLE_ERROR, 'role');
    const name = field(form, 'name').trim() || undefined;
    return createUser(ports, who, {
      email: field(form, 'email'),
      password: field(form, 'password'),
      name,
      role,
    });
  });
  if (result.ok) revalidatePath(paths.admin.users);
  return formState(form, result, 'The person can sign in now.', nothing);
}

/** Changes those of `name`, `role` and `disabled` (`yes`, `no`) that the form has, for the person `id`. */
export async function changeUserAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('user.change', async (ports, who): Promise<Result<User>> => {
    const role = field(form, 'role');
    if (has(form, 'role') && !isRole(role)) return invalid(ROLE_ERROR, 'role');
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
  if (result.ok) revalidatePath(paths.admin.users);
  return formState(form, result, 'The changes are saved.', nothing);
}

/** Sets the `password` of the person `id`. Ends their sessions, and disconnects accounts unless `keep` is `yes`. */
export async function resetPasswordAction(_: FormState, form: FormData): Promise<FormState> {
  const ref = { userId: field(form, 'id') };
  const result = await act('user.set-password', (ports, who) =>
    setPassword(ports, who, ref, field(form, 'password'), { keepsIdentities: field(form, 'keep') === 'yes' }),
  );
  if (result.ok) revalidatePath(paths.admin.users);
  return formState(form, result, 'The new password is set; their sessions have ended.', nothing);
}

/** Deletes the person `id`. */
export async function deleteUserAction(_: FormState, form: FormData): Promise<FormState> {
  const ref = { userId: field(form, 'id') };
  const result = await act('user.delete', (ports, who) => deleteUser(ports, who, ref));
  if (result.ok) revalidatePath(paths.admin.users);
  return formState(form, result, 'The person is deleted.', nothing);
}
