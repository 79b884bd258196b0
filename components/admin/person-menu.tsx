'use client';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RowMenu } from '@/components/ui/row-actions';
import { changeUserAction, deleteUserAction } from '@/lib/actions/users';
import { paths, withQuery } from '@/lib/contract/paths';
import type { ShownLinkValue } from '@/lib/contract/shown';
import type { PersonRow } from '@/lib/view/admin-rows';
import { AccessDialog, EditPersonDialog } from './person-dialogs';

type Props = { row: PersonRow; onMade: (link: ShownLinkValue) => void };

/** What admins do with a person. Who has not accepted their invitation can only be invited again, or deleted. */
export function PersonMenu({ row, onMade }: Props) {
  const { id, name, email, isInvited, isDisabled } = row;
  const verb = isDisabled ? 'Enable' : 'Disable';
  return (
    <RowMenu
      name={name}
      items={[
        !isInvited && {
          label: 'Edit…',
          dialog: (onClose) => <EditPersonDialog row={row} onClose={onClose} />,
        },
        !isInvited && {
          label: 'Reset password…',
          dialog: (onClose) => <AccessDialog row={row} onMade={onMade} onClose={onClose} />,
        },
        { label: 'Audit log', href: withQuery(paths.admin.audit, { person: email }) },
        !isInvited && {
          label: `${verb}…`,
          dialog: (onClose) => (
            <ConfirmDialog
              title={`${verb} “${name}”`}
              description={
                isDisabled
                  ? 'They can sign in again.'
                  : 'Their sessions end at once and they cannot sign in. Their bots keep working.'
              }
              submitLabel={`${verb} person`}
              isDangerous={!isDisabled}
              action={changeUserAction}
              hidden={{ id, disabled: isDisabled ? 'no' : 'yes' }}
              onClose={onClose}
            />
          ),
        },
        {
          label: 'Delete…',
          variant: 'destructive',
          dialog: (onClose) => (
            <ConfirmDialog
              title={`Delete “${name}”`}
              description="Their account is deleted; their entries in the audit log stay. This cannot be undone."
              submitLabel="Delete person"
              typeToConfirm={email}
              action={deleteUserAction}
              hidden={{ id }}
              onClose={onClose}
            />
          ),
        },
      ]}
    />
  );
}
