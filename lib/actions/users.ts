'use server';

import { z } from 'zod';
import { optionalText, textField, yes } from '@/lib/contract/form-fields';
import { paths, withQuery } from '@/lib/contract/paths';
import type { ShownLinkValue } from '@/lib/contract/shown';
import { ROLES } from '@/lib/domain/people/caller';
import { type IssuedLink, inviteUser, issueReset, withdrawInvitation } from '@/lib/services/links/issue';
import { setPassword } from '@/lib/services/passwords/set';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { formAction } from './form-action';

const toShown = ({ token, link: { kind, email, expiresAtMs }, isMailed }: IssuedLink): ShownLinkValue => ({
  path: withQuery(paths[kind], { token }),
  email,
  expiresAtMs,
  isMailed,
});

const role = z.enum(ROLES, 'Choose owner or admin.');
const person = { email: textField, name: textField.transform((name) => name.trim() || undefined), role };

/** Issues an invitation; voids an earlier one. The name may be empty. */
export const inviteUserAction = formAction(z.object(person), inviteUser, {
  name: 'user.invite',
  message: 'The invitation is ready.',
  shows: toShown,
});

/** Voids the open invitation of the person `id`. */
export const withdrawInvitationAction = formAction(
  z.object({ id: textField }),
  (ports, who, { id }) => withdrawInvitation(ports, who, id),
  { name: 'user.uninvite', message: 'The invitation is withdrawn; its link no longer works.' },
);

/** Issues a link with which the person `id` chooses a new password; voids an earlier one. */
export const issueResetAction = formAction(
  z.object({ id: textField }),
  (ports, who, { id: userId }) => issueReset(ports, who, { userId }),
  { name: 'user.reset', message: 'The link is ready.', shows: toShown },
);

/** Creates a person. The name may be empty. */
export const createUserAction = formAction(z.object({ ...person, password: textField }), createUser, {
  name: 'user.create',
  message: 'The person can sign in now.',
});

/** Changes those of `name`, `role` and `disabled` that the form has, for the person `id`. */
export const changeUserAction = formAction(
  z.object({ id: textField, name: optionalText, role: role.optional(), disabled: yes.optional() }),
  (ports, who, { id: userId, name, role, disabled }) =>
    changeUser(
      ports,
      who,
      { userId },
      {
        ...(role !== undefined && { role }),
        ...(name !== undefined && { name }),
        ...(disabled !== undefined && { isDisabled: disabled }),
      },
    ),
  { name: 'user.change', message: 'The changes are saved.' },
);

/** Sets the password of the person `id`. Ends their sessions, and disconnects accounts unless `keep`. */
export const resetPasswordAction = formAction(
  z.object({ id: textField, password: textField, keep: yes }),
  (ports, who, { id: userId, password, keep: keepsIdentities }) =>
    setPassword(ports, who, { userId }, password, { keepsIdentities }),
  { name: 'user.set-password', message: 'The new password is set; their sessions have ended.' },
);

/** Deletes the person `id`. */
export const deleteUserAction = formAction(
  z.object({ id: textField }),
  (ports, who, { id: userId }) => deleteUser(ports, who, { userId }),
  { name: 'user.delete', message: 'The person is deleted.' },
);
