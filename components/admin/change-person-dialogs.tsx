'use client';

import { changeUserAction, deleteUserAction } from '@/lib/actions/users';
import type { PersonRow } from '@/lib/view/admin-rows';
import { ActionDialog, toggling } from './action-dialog';

type DialogProps = { row: PersonRow; onClose: () => void };

/** Disables or enables a person. */
export function TogglePersonDialog({ row, onClose }: DialogProps) {
  const { verb, fields } = toggling(row);
  return (
    <ActionDialog
      action={changeUserAction}
      onClose={onClose}
      title={`${verb} “${row.name}”`}
      description={
        row.isDisabled
          ? 'They can sign in again.'
          : 'Their sessions end at once and they cannot sign in. Their bots keep working.'
      }
      confirmLabel={`${verb} person`}
      isDangerous={!row.isDisabled}
      fields={fields}
    />
  );
}

/** Deletes a person, after the address was typed. */
export function RemovePersonDialog({ row, onClose }: DialogProps) {
  return (
    <ActionDialog
      action={deleteUserAction}
      onClose={onClose}
      title={`Delete “${row.name}”`}
      description="Their account is deleted; their entries in the audit log stay. This cannot be undone."
      confirmLabel="Delete person"
      typeToConfirm={row.email}
      fields={{ id: row.id }}
    />
  );
}
