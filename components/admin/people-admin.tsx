'use client';

import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { CircleCheck, CircleSlash, Ellipsis, Plus } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import { MenuItem, MenuSeparator } from '@/components/ui/menu-items';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { FormAction } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import type { PageQuery } from '@/lib/domain/paging';
import type { PersonRow } from '@/lib/view/admin-rows';
import { ActionDialog, toggling } from './action-dialog';
import { SortHead } from './list-head';
import { ListPage } from './list-page';
import { PasswordDialog, PersonDialog } from './person-dialogs';

export type PeopleActions = {
  readonly create: FormAction;
  readonly change: FormAction;
  readonly resetPassword: FormAction;
  readonly remove: FormAction;
};

type What = 'edit' | 'password' | 'toggle' | 'remove';
type Opened = { readonly what: 'create' } | { readonly what: What; readonly row: PersonRow };

type Props = {
  rows: readonly PersonRow[];
  total: number;
  query: PageQuery;
  actions: PeopleActions;
};

const PATH = paths.admin.users;

/** All people, for admins: create, edit, reset a password, disable, delete. */
export function PeopleAdmin({ rows, total, query, actions }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const create = (
    <Button variant="primary" onClick={() => setOpened({ what: 'create' })}>
      <Plus aria-hidden="true" />
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
                <Cell label="Name" className="max-w-60 truncate font-medium">
                  <bdi>{row.name}</bdi>
                </Cell>
                <Cell label="Email" className="max-w-60 truncate">
                  {row.email}
                </Cell>
                <Cell label="Role">{row.role === 'admin' ? 'Admin' : 'Owner'}</Cell>
                <Cell label="State">
                  {row.isDisabled ? (
                    <Badge icon={<CircleSlash aria-hidden="true" />}>Disabled</Badge>
                  ) : (
                    <Badge tone="healthy" icon={<CircleCheck aria-hidden="true" />}>
                      Enabled
                    </Badge>
                  )}
                </Cell>
                <Cell label="Bots" isNumeric>
                  {row.botCount}
                </Cell>
                <Cell label="Created">
                  <Time atMs={row.createdAtMs} />
                </Cell>
                <Cell className="text-right">
                  <Menu trigger={<IconButton label={`Actions for ${row.name}`} icon={<Ellipsis />} />}>
                    <MenuItem onSelect={() => setOpened({ what: 'edit', row })}>Edit…</MenuItem>
                    <MenuItem onSelect={() => setOpened({ what: 'password', row })}>Reset password…</MenuItem>
                    <MenuItem onSelect={() => setOpened({ what: 'toggle', row })}>
                      {row.isDisabled ? 'Enable…' : 'Disable…'}
                    </MenuItem>
                    <MenuSeparator />
                    <MenuItem isDangerous onSelect={() => setOpened({ what: 'remove', row })}>
                      Delete…
                    </MenuItem>
                  </Menu>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </ListPage>
      {opened?.what === 'create' && <PersonDialog action={actions.create} onClose={close} />}
      {opened?.what === 'edit' && <PersonDialog row={opened.row} action={actions.change} onClose={close} />}
      {opened?.what === 'password' && (
        <PasswordDialog row={opened.row} action={actions.resetPassword} onClose={close} />
      )}
      {opened?.what === 'toggle' && <ToggleDialog row={opened.row} action={actions.change} onClose={close} />}
      {opened?.what === 'remove' && <RemoveDialog row={opened.row} action={actions.remove} onClose={close} />}
    </>
  );
}

type DialogProps = { row: PersonRow; action: FormAction; onClose: () => void };

function ToggleDialog({ row, ...rest }: DialogProps) {
  const { verb, fields } = toggling(row);
  return (
    <ActionDialog
      {...rest}
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

function RemoveDialog({ row, ...rest }: DialogProps) {
  return (
    <ActionDialog
      {...rest}
      title={`Delete “${row.name}”`}
      description="Their account is deleted; their entries in the audit log stay. This cannot be undone."
      confirmLabel="Delete person"
      typeToConfirm={row.email}
      fields={{ id: row.id }}
    />
  );
}
