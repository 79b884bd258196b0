'use client';

import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { type Column, DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { Time } from '@/components/ui/time';
import { inviteUserAction, withdrawInvitationAction } from '@/lib/actions/users';
import type { ShownLinkValue } from '@/lib/contract/shown';
import type { InvitationRow } from '@/lib/view/admin-rows';
import { actorWords } from '@/lib/view/audit-words';

type Props = { rows: readonly InvitationRow[]; onMade: (link: ShownLinkValue) => void };

const issuerOf = ({ issuerName, issuer }: InvitationRow) => issuerName ?? actorWords(issuer);

const COLUMNS: readonly Column<InvitationRow>[] = [
  {
    header: 'Email',
    className: 'max-w-44 truncate font-medium xl:max-w-96',
    title: ({ email }) => email,
    cell: ({ email }) => email,
  },
  { header: 'Role', cell: ({ role }) => (role === 'admin' ? 'Admin' : 'Owner') },
  {
    header: 'Invited by',
    className: 'max-w-32 truncate xl:max-w-60',
    title: issuerOf,
    cell: (row) => <bdi>{issuerOf(row)}</bdi>,
  },
  { header: 'Expires', cell: ({ expiresAtMs }) => <Time atMs={expiresAtMs} /> },
];

/** Invitations that were not used yet; nothing if there are none. */
export function OpenInvitations({ rows, onMade }: Props) {
  if (rows.length === 0) return null;
  return (
    <Card title="Open invitations" className="mb-4">
      <DataTable
        className="-mx-4 -mb-4 w-auto"
        label="Invitations"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ userId }) => userId}
        actions={({ userId, email, name, role }) => (
          <>
            <DialogButton
              size="sm"
              dialog={(close) => (
                // The link is not stored, and so cannot be shown again.
                <ConfirmDialog
                  title={`New link for ${email}`}
                  description="The earlier link stops working; the new one is valid for 7 days."
                  submitLabel="Create link"
                  isDangerous={false}
                  action={inviteUserAction}
                  hidden={{ email, name, role }}
                  onMade={onMade}
                  onClose={close}
                />
              )}
            >
              New link
              <span className="sr-only">{` for ${email}`}</span>
            </DialogButton>
            <DialogButton
              size="sm"
              dialog={(close) => (
                <ConfirmDialog
                  title={`Withdraw the invitation of ${email}`}
                  description="Its link stops working. You can invite them again."
                  submitLabel="Withdraw invitation"
                  action={withdrawInvitationAction}
                  hidden={{ id: userId }}
                  onClose={close}
                />
              )}
            >
              Withdraw
              <span className="sr-only">{` the invitation of ${email}`}</span>
            </DialogButton>
          </>
        )}
      />
    </Card>
  );
}
