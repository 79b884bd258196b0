'use client';

import { Plus, Users } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { FormDialog } from '@/components/ui/form-dialog';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { RowMenu } from '@/components/ui/row-actions';
import { EmptyState } from '@/components/ui/states';
import { EmailField, SelectField } from '@/components/ui/text-field';
import { Time } from '@/components/ui/time';
import {
  changePersonAction,
  invitePersonAction,
  removePersonAction,
  withdrawBotInvitationAction,
} from '@/lib/actions/people';
import { paths } from '@/lib/contract/paths';
import { BOT_INVITATION_MS, BOT_PEOPLE_MAX, type BotRole } from '@/lib/domain/people/bot-people';
import { ROLE_HINT, ROLE_OPTIONS, ROLE_WORDS } from '@/lib/view/role-words';

type Person = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: BotRole;
  readonly isDisabled: boolean;
  readonly joinedAtMs: number;
  /** Live keys that were made while they had their role. */
  readonly keys: readonly string[];
};

type Props = {
  botId: string;
  people: readonly Person[];
  invitations: readonly { readonly email: string; readonly role: BotRole; readonly createdAtMs: number }[];
};

/** Who sees and runs a bot beside its owner, and who was asked to. */
export function PeopleCard({ botId, people, invitations }: Props) {
  const count = people.length + invitations.length;
  const add =
    count < BOT_PEOPLE_MAX ? (
      <DialogButton variant="primary" dialog={(close) => <AddDialog botId={botId} onClose={close} />}>
        <Plus />
        Add person
      </DialogButton>
    ) : (
      <span className="text-muted text-xs">{`${count} of ${BOT_PEOPLE_MAX} people`}</span>
    );
  const rows = [
    ...people.map((person) => ({ ...person, id: person.userId, person })),
    ...invitations.map((open) => ({ ...open, id: open.email, name: '', joinedAtMs: 0, person: null })),
  ];
  return (
    <Card title="People" aside={count > 0 && add}>
      {count === 0 ? (
        <EmptyState title="Only its owner" icon={<Users />} actions={add}>
          {`Managers run the bot with its owner, viewers only see it: at most ${BOT_PEOPLE_MAX} people.`}
        </EmptyState>
      ) : (
        <DataTable
          label="People of the bot"
          className="-mx-4 -mb-4 w-auto"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'Person',
              className: 'wrap-anywhere max-w-72 whitespace-normal py-2',
              cell: ({ name, email }) => (
                <>
                  {name !== '' && <bdi className="block font-medium">{name}</bdi>}
                  <span className="block text-muted text-xs">{email}</span>
                </>
              ),
            },
            { header: 'Role', cell: ({ role }) => ROLE_WORDS[role] },
            {
              header: 'Since',
              cell: ({ person, joinedAtMs, ...open }) =>
                person === null ? (
                  <Badge>{'createdAtMs' in open ? <Until atMs={open.createdAtMs} /> : null}</Badge>
                ) : (
                  <>
                    <Time atMs={joinedAtMs} style="day" />
                    {person.isDisabled && <Badge className="ml-2">Disabled</Badge>}
                  </>
                ),
            },
          ]}
          actions={({ person, email }) =>
            person === null ? (
              <DialogButton
                size="sm"
                dialog={(close) => (
                  <ConfirmDialog
                    title={`Withdraw what ${email} was asked`}
                    submitLabel="Withdraw"
                    isDangerous={false}
                    action={withdrawBotInvitationAction}
                    hidden={{ botId, email }}
                    onClose={close}
                  />
                )}
              >
                Withdraw
                <span className="sr-only">{`: ${email}`}</span>
              </DialogButton>
            ) : (
              <PersonMenu botId={botId} person={person} />
            )
          }
        />
      )}
    </Card>
  );
}

const Until = ({ atMs }: { atMs: number }) => (
  <span>
    <span>Asked, until</span> <Time atMs={atMs + BOT_INVITATION_MS} style="day" />
  </span>
);

const RoleField = ({ chosen, error }: { chosen: BotRole; error: string | undefined }) => (
  <SelectField
    label="Role"
    name="role"
    options={ROLE_OPTIONS}
    defaultValue={chosen}
    hint={ROLE_HINT}
    error={error ?? null}
  />
);

const AddDialog = ({ botId, onClose }: { botId: string; onClose: () => void }) => (
  <FormDialog
    title="Add a person"
    description="They are asked, and nothing changes until they accept. The question ends after 7 days."
    submitLabel="Ask them"
    action={invitePersonAction}
    hidden={{ botId }}
    onClose={onClose}
  >
    {(errors) => (
      <>
        <EmailField autoComplete="off" error={errors.email ?? null} />
        <RoleField chosen="manager" error={errors.role} />
      </>
    )}
  </FormDialog>
);

type PersonProps = { botId: string; person: Person };

const PersonMenu = ({ botId, person }: PersonProps) => (
  <RowMenu
    name={person.name}
    items={[
      {
        label: 'Change role…',
        dialog: (close) => (
          <FormDialog
            title={`Role of ${person.name}`}
            submitLabel="Save"
            action={changePersonAction}
            hidden={{ botId, userId: person.userId }}
            onClose={close}
          >
            {(errors) => <RoleField chosen={person.role} error={errors.role} />}
          </FormDialog>
        ),
      },
      {
        label: 'Remove…',
        variant: 'destructive',
        dialog: (close) => (
          <ConfirmDialog
            title={`Remove ${person.name}`}
            description="They no longer see the bot, from their next request on."
            submitLabel="Remove"
            action={removePersonAction}
            hidden={{ botId, userId: person.userId }}
            onClose={close}
          >
            {person.keys.length > 0 && (
              <Notice tone="warning" role="none">
                <span>{`They may know these keys: ${person.keys.join(', ')}. `}</span>
                <Link href={paths.bot(botId).keys} className="underline underline-offset-4">
                  Rotate them under Keys
                </Link>
              </Notice>
            )}
          </ConfirmDialog>
        ),
      },
    ]}
  />
);
