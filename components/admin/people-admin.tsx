'use client';

import { CircleCheck, CircleSlash, Mail, Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { type Column, DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { Link } from '@/components/ui/link';
import { ListPage } from '@/components/ui/list-page';
import { Notice } from '@/components/ui/notice';
import { useShownOrigin } from '@/components/ui/origin-code';
import { ShownOnce } from '@/components/ui/shown-once';
import { Time } from '@/components/ui/time';
import { paths, withQuery } from '@/lib/contract/paths';
import type { ShownLinkValue } from '@/lib/contract/shown';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { InvitationRow, PersonRow } from '@/lib/view/admin-rows';
import { OpenInvitations } from './open-invitations';
import { AccessDialog } from './person-dialogs';
import { PersonMenu } from './person-menu';

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
  const [made, setMade] = useState<{ title: string; link: ShownLinkValue } | null>(null);
  const show = (title: string) => (link: ShownLinkValue) => setMade({ title, link });
  const invited = show('The invitation is ready');
  return (
    <>
      <ListPage
        title="People"
        path={PATH}
        query={query}
        total={total}
        noun="people"
        one="person"
        searchLabel="Search name or email"
        actions={
          <DialogButton
            variant="primary"
            dialog={(close) => <AccessDialog onMade={invited} onClose={close} />}
          >
            <Plus />
            Add person
          </DialogButton>
        }
        states={STATES}
        above={<OpenInvitations rows={invitations} onMade={invited} />}
        whenEmpty={null}
      >
        <DataTable
          label="People"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          sorted={{ path: PATH, query }}
          actions={(row) => <PersonMenu row={row} onMade={show('The link is ready')} />}
        />
      </ListPage>
      {made !== null && <ShownLink {...made} origin={origin} onClose={() => setMade(null)} />}
    </>
  );
}

/** By their names in the address. */
const STATES = [
  { value: 'admins', label: 'Admins' },
  { value: 'owners', label: 'Owners' },
  { value: 'invited', label: 'Invited' },
  { value: 'disabled', label: 'Disabled' },
];

const COLUMNS: readonly Column<PersonRow>[] = [
  {
    header: 'Name',
    sort: 'name',
    className: 'max-w-28 truncate font-medium lg:max-w-40 xl:max-w-60',
    title: ({ name }) => name,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    header: 'Email',
    sort: 'email',
    className: 'max-w-40 truncate lg:max-w-56 xl:max-w-72',
    title: ({ email }) => email,
    cell: ({ email }) => email,
  },
  { header: 'Role', sort: 'role', cell: ({ role }) => (role === 'admin' ? 'Admin' : 'Owner') },
  { header: 'State', cell: (row) => <PersonState {...row} /> },
  { header: 'Bots', isNumeric: true, cell: (row) => <BotsLink {...row} /> },
  { header: 'Created', sort: 'created', cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
];

function PersonState({ isInvited, isDisabled }: PersonRow) {
  if (isInvited) return <Badge icon={<Mail />}>Invited</Badge>;
  if (isDisabled) return <Badge icon={<CircleSlash />}>Disabled</Badge>;
  return (
    <Badge tone="healthy" icon={<CircleCheck />}>
      Enabled
    </Badge>
  );
}

function BotsLink({ botCount, name, email }: PersonRow) {
  if (botCount === 0) return 0;
  return (
    <Link
      href={withQuery(paths.admin.bots, { owner: email })}
      aria-label={`${botCount} ${botCount === 1 ? 'bot' : 'bots'} of ${name}`}
      className="-m-1 p-1 underline underline-offset-4"
    >
      {botCount}
    </Link>
  );
}

type ShownLinkProps = {
  title: string;
  link: ShownLinkValue;
  /** The service's own origin, or ANY_ORIGIN. */
  origin: string;
  onClose: () => void;
};

/** A new link, shown only once, for an admin to pass on. */
function ShownLink({ title, link, origin, onClose }: ShownLinkProps) {
  return (
    <ShownOnce
      title={title}
      noun="link"
      label="Link"
      secret={useShownOrigin(origin) + link.path}
      notice={
        <Notice tone={link.isMailed ? 'info' : 'warning'}>
          {link.isMailed
            ? `Sent to ${link.email} by email. The link is shown here only this time.`
            : `The link is shown only this time. Send it to ${link.email} yourself: it is not sent by email.`}
        </Notice>
      }
      onClose={onClose}
    >
      <p className="text-muted">
        It works once, until <Time atMs={link.expiresAtMs} />. Whoever has it can sign in as them.
      </p>
    </ShownOnce>
  );
}
