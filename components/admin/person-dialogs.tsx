'use client';

import { Choice } from '@/components/ui/choice';
import { SelectField, TextField } from '@/components/ui/text-field';
import {
  changeUserAction,
  createUserAction,
  inviteUserAction,
  issueResetAction,
  resetPasswordAction,
} from '@/lib/actions/users';
import type { PersonRow } from '@/lib/view/admin-rows';
import { AccessDialog } from './access-dialog';
import { FormDialog } from './form-dialog';

const ROLES = [
  { value: 'owner', label: 'Owner: sees their own bots' },
  { value: 'admin', label: 'Admin: runs everything' },
];

type RoleFieldProps = { defaultValue: string; error?: string | undefined };

const RoleField = (props: RoleFieldProps) => (
  <SelectField
    label="Role"
    name="role"
    options={ROLES}
    defaultValue={props.defaultValue}
    error={props.error ?? null}
  />
);

type LinkDialogProps = { origin: string; onClose: () => void };

/** Invites a person, or creates one with a password. */
export function AddPersonDialog(props: LinkDialogProps) {
  return (
    <AccessDialog
      {...props}
      title="Add a person"
      readyTitle="The invitation is ready"
      link={{
        label: 'With an invitation',
        hint: 'A link with which they choose how to sign in.',
        submitLabel: 'Create invitation',
        action: inviteUserAction,
      }}
      password={{
        label: 'With a password that you type',
        hint: 'They can sign in at once.',
        submitLabel: 'Add person',
        fieldLabel: 'Password',
        action: createUserAction,
      }}
    >
      {({ typed, errors }) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="off"
            defaultValue={typed.email}
            error={errors.email}
          />
          <TextField
            label="Name (optional)"
            name="name"
            dir="auto"
            autoComplete="off"
            defaultValue={typed.name}
            error={errors.name}
          />
          <RoleField defaultValue={typed.role ?? 'owner'} error={errors.role} />
        </>
      )}
    </AccessDialog>
  );
}

/** Gives a person a new way to sign in. */
export function ResetDialog({ row, ...props }: LinkDialogProps & { row: PersonRow }) {
  return (
    <AccessDialog
      {...props}
      title={`Reset the password of “${row.name}”`}
      readyTitle="The link is ready"
      link={{
        label: 'With a link',
        hint: 'They choose the new password. Nothing changes until they do; then their sessions end.',
        submitLabel: 'Create link',
        action: issueResetAction,
      }}
      password={{
        label: 'With a password that you type',
        hint: 'Their sessions end at once.',
        submitLabel: 'Set password',
        fieldLabel: 'New password',
        action: resetPasswordAction,
        more: row.identityCount > 0 && (
          <Choice
            type="checkbox"
            name="keep"
            value="yes"
            label="Keep their Discord account connected"
            hint="Otherwise it is disconnected, because it allows signing in without the password."
          />
        ),
      }}
    >
      {() => <input type="hidden" name="id" value={row.id} />}
    </AccessDialog>
  );
}

/** Edits a person's name and role. */
export function EditPersonDialog({ row, onClose }: { row: PersonRow; onClose: () => void }) {
  return (
    <FormDialog
      title={`Edit “${row.name}”`}
      submitLabel="Save changes"
      action={changeUserAction}
      onClose={onClose}
    >
      {({ typed, errors }) => (
        <>
          <input type="hidden" name="id" value={row.id} />
          <TextField
            label="Name"
            name="name"
            dir="auto"
            required
            autoComplete="off"
            defaultValue={typed.name ?? row.name}
            error={errors.name}
          />
          <RoleField defaultValue={typed.role ?? row.role} error={errors.role} />
        </>
      )}
    </FormDialog>
  );
}
