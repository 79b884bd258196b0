'use client';

import { Choice } from '@/components/ui/choice';
import { SelectField, TextField } from '@/components/ui/text-field';
import type { FormAction } from '@/lib/contract/form-state';
import type { PersonRow } from '@/lib/view/admin-rows';
import { FormDialog } from './form-dialog';

const ROLES = [
  { value: 'owner', label: 'Owner: sees their own bots' },
  { value: 'admin', label: 'Admin: runs everything' },
];

const PASSWORD_HINT = '12 to 128 characters.';

/** Creates a person, or edits `row`. */
export function PersonDialog({
  row,
  action,
  onClose,
}: {
  row?: PersonRow;
  action: FormAction;
  onClose: () => void;
}) {
  return (
    <FormDialog
      title={row === undefined ? 'Add a person' : `Edit “${row.name}”`}
      submitLabel={row === undefined ? 'Add person' : 'Save changes'}
      action={action}
      onClose={onClose}
    >
      {({ typed, errors }) => (
        <>
          {row === undefined ? (
            <TextField
              label="Email"
              name="email"
              type="email"
              required
              autoComplete="off"
              defaultValue={typed.email}
              error={errors.email}
            />
          ) : (
            <input type="hidden" name="id" value={row.id} />
          )}
          <TextField
            label={row === undefined ? 'Name (optional)' : 'Name'}
            name="name"
            required={row !== undefined}
            autoComplete="off"
            defaultValue={typed.name ?? row?.name}
            error={errors.name}
          />
          <SelectField
            label="Role"
            name="role"
            options={ROLES}
            defaultValue={typed.role ?? row?.role ?? 'owner'}
            error={errors.role}
          />
          {row === undefined && (
            <TextField
              label="Password"
              name="password"
              type="password"
              required
              autoComplete="new-password"
              hint={PASSWORD_HINT}
              error={errors.password}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Sets a new password for a person. */
export function PasswordDialog({
  row,
  action,
  onClose,
}: {
  row: PersonRow;
  action: FormAction;
  onClose: () => void;
}) {
  return (
    <FormDialog
      title={`New password for “${row.name}”`}
      description="Their sessions end. Tell them the password yourself; it is not sent."
      submitLabel="Set password"
      action={action}
      onClose={onClose}
    >
      {({ errors }) => (
        <>
          <input type="hidden" name="id" value={row.id} />
          <TextField
            label="New password"
            name="password"
            type="password"
            required
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            error={errors.password}
          />
          {row.identityCount > 0 && (
            <Choice
              type="checkbox"
              name="keep"
              value="yes"
              label="Keep their Discord account connected"
              hint="Otherwise it is disconnected, because it allows signing in without the password."
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
