'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { inviteUserAction, withdrawInvitationAction } from '@/lib/actions/users';
import type { ShownLinkValue } from '@/lib/contract/shown';
import type { InvitationRow } from '@/lib/view/admin-rows';
import { actorWords } from '@/lib/view/audit-words';
import { ActionDialog } from './action-dialog';
import { ShownLink } from './shown-link';

type Opened = { readonly what: 'renew' | 'withdraw'; readonly row: InvitationRow };
type Props = { rows: readonly InvitationRow[]; origin: string };

/** Invitations that were not used yet; nothing if there are none. */
export function OpenInvitations({ rows, origin }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      {rows.length > 0 && (
        <section aria-labelledby="invitations" className="mb-4 min-w-0 rounded border bg-surface">
          <h2 id="invitations" className="px-4 pt-3 font-semibold">
            Open invitations
          </h2>
          <Table label="Invitations" isStacked>
            <thead>
              <tr>
                <Head>Email</Head>
                <Head>Role</Head>
                <Head>Invited by</Head>
                <Head>Expires</Head>
                <Head>
                  <span className="sr-only">Actions</span>
                </Head>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.userId}>
                  <Cell label="Email" className="max-w-44 truncate font-medium xl:max-w-96" title={row.email}>
                    {row.email}
                  </Cell>
                  <Cell label="Role">{row.role === 'admin' ? 'Admin' : 'Owner'}</Cell>
                  <Cell
                    label="Invited by"
                    className="max-w-32 truncate xl:max-w-60"
                    title={row.issuerName ?? actorWords(row.issuer)}
                  >
                    <bdi>{row.issuerName ?? actorWords(row.issuer)}</bdi>
                  </Cell>
                  <Cell label="Expires">
                    <Time atMs={row.expiresAtMs} />
                  </Cell>
                  <Cell className="text-right">
                    <span className="inline-flex gap-2">
                      <Button size="sm" onClick={() => setOpened({ what: 'renew', row })}>
                        New link
                        <span className="sr-only">{` for ${row.email}`}</span>
                      </Button>
                      <Button size="sm" onClick={() => setOpened({ what: 'withdraw', row })}>
                        Withdraw
                        <span className="sr-only">{` the invitation of ${row.email}`}</span>
                      </Button>
                    </span>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </section>
      )}
      {opened?.what === 'renew' && <RenewDialog row={opened.row} origin={origin} onClose={close} />}
      {opened?.what === 'withdraw' && (
        <ActionDialog
          title={`Withdraw the invitation of ${opened.row.email}`}
          description="Its link stops working. You can invite them again."
          confirmLabel="Withdraw invitation"
          fields={{ id: opened.row.userId }}
          action={withdrawInvitationAction}
          onClose={close}
        />
      )}
    </>
  );
}

type RenewProps = { row: InvitationRow; origin: string; onClose: () => void };

/** Replaces the link of an invitation, which is not stored and so cannot be shown again. */
function RenewDialog({ row: { email, name, role }, origin, onClose }: RenewProps) {
  const [shown, setShown] = useState<ShownLinkValue | null>(null);
  if (shown !== null) {
    return (
      <Dialog title="The invitation is ready" isOpen isDismissible={false} onOpenChange={onClose}>
        <ShownLink link={shown} origin={origin} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={`New link for ${email}`}
      description="The earlier link stops working, and the 7 days begin again."
      confirmLabel="Create link"
      isDangerous={false}
      isOpen
      onOpenChange={onClose}
      action={inviteUserAction}
      onDone={({ value }) => setShown(value)}
    >
      {Object.entries({ email, name, role }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
    </ConfirmDialog>
  );
}
