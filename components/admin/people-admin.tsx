'use client';

import { CircleCheck, CircleSlash, Ellipsis, Mail, Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { Menu } from '@/components/ui/menu';
import type { MenuItem } from '@/components/ui/menu-view';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { paths, withQuery } from '@/lib/contract/paths';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { InvitationRow, PersonRow } from '@/lib/view/admin-rows';
import { RemovePersonDialog, TogglePersonDialog } from './change-person-dialogs';
import { SortHead } from './list-head';
import { ListPage } from './list-page';
import { OpenInvitations } from './open-invitations';
import { AddPersonDialog, EditPersonDialog, ResetDialog } from './person-dialogs';

type What = 'edit' | 'password' | 'toggle' | 'remove';
type Opened = { readonly what: 'create' } | { readonly what: What; readonly row: PersonRow };

type Props = {
  rows: readonly PersonRow[];
  total: number;
  query: PageQuery;
  invitations: readonly InvitationRow[];
  /** The service's own origin, for links to pass on. */
  origin: string;
};

const PATH = paths.admin.users;

/** All people, for admins: create, edit, reset a password, disable, delete. */
export function PeopleAdmin({ rows, total, query, invitations, origin }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const create = (
    <Button variant="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus />
      Add person
    </Button>
  );
  return (
    <>
      <ListPage
        title="People"
        path={PATH}
        query={query}
        total={total}
        noun="people"
        searchLabel="Search name or email"
        actions={create}
        above={<OpenInvitations rows={invitations} origin={origin} />}
        whenEmpty={null}
      >
        <Table label="People" isStacked>
          <thead>
            <tr>
              <SortHead path={PATH} query={query} sort="name">
                Name
              </SortHead>
              <SortHead path={PATH} query={query} sort="email">
                Email
              </SortHead>
              <SortHead path={PATH} query={query} sort="role">
                Role
              </SortHead>
              <Head>State</Head>
              <Head isNumeric>Bots</Head>
              <SortHead path={PATH} query={query} sort="created">
                Created
              </SortHead>
              <Head>
                <span className="sr-only">Actions</span>
              </Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id}>
                <Cell
                  label="Name"
                  className="max-w-28 truncate font-medium lg:max-w-40 xl:max-w-60"
                  title={row.name}
                >
                  <bdi>{row.name}</bdi>
                </Cell>
                <Cell label="Email" className="max-w-40 truncate lg:max-w-56 xl:max-w-72" title={row.email}>
                  {row.email}
                </Cell>
                <Cell label="Role">{row.role === 'admin' ? 'Admin' : 'Owner'}</Cell>
                <Cell label="State">
                  {row.isInvited ? (
                    <Badge icon={<Mail />}>Invited</Badge>
                  ) : row.isDisabled ? (
                    <Badge icon={<CircleSlash />}>Disabled</Badge>
                  ) : (
                    <Badge tone="healthy" icon={<CircleCheck />}>
                      Enabled
                    </Badge>
                  )}
                </Cell>
                <Cell label="Bots" isNumeric>
                  {row.botCount === 0 ? (
                    0
                  ) : (
                    <Link
                      href={withQuery(paths.admin.bots, { owner: row.email })}
                      aria-label={`${row.botCount} ${row.botCount === 1 ? 'bot' : 'bots'} of ${row.name}`}
                      className="-m-1 p-1 underline underline-offset-4"
                    >
                      {row.botCount}
                    </Link>
                  )}
                </Cell>
                <Cell label="Created">
                  <Time atMs={row.createdAtMs} />
                </Cell>
                <Cell className="text-right">
                  <Menu
                    trigger={<IconButton label={`Actions for ${row.name}`} icon={<Ellipsis />} />}
                    groups={[
                      itemsOf(row, setOpened),
                      [
                        {
                          label: 'Delete…',
                          isDestructive: true,
                          onSelect: () => setOpened({ what: 'remove', row }),
                        },
                      ],
                    ]}
                  />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </ListPage>
      {opened?.what === 'create' && <AddPersonDialog origin={origin} onClose={close} />}
      {opened?.what === 'edit' && <EditPersonDialog row={opened.row} onClose={close} />}
      {opened?.what === 'password' && <ResetDialog row={opened.row} origin={origin} onClose={close} />}
      {opened?.what === 'toggle' && <TogglePersonDialog row={opened.row} onClose={close} />}
      {opened?.what === 'remove' && <RemovePersonDialog row={opened.row} onClose={close} />}
    </>
  );
}

/** Who has not accepted their invitation can only be invited again, or deleted. */
function itemsOf(row: PersonRow, open: (opened: Opened) => void): readonly MenuItem[] {
  const log = { label: 'Audit log', href: withQuery(paths.admin.audit, { person: row.email }) };
  if (row.isInvited) return [log];
  return [
    { label: 'Edit…', onSelect: () => open({ what: 'edit', row }) },
    { label: 'Reset password…', onSelect: () => open({ what: 'password', row }) },
    log,
    { label: row.isDisabled ? 'Enable…' : 'Disable…', onSelect: () => open({ what: 'toggle', row }) },
  ];
}
