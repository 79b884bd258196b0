'use client';

import { Users } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { AGO_WIDTH } from '@/components/ui/column-width';
import { type Column, DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { FormDialog } from '@/components/ui/form-dialog';
import { Num } from '@/components/ui/num';
import { RowMenu } from '@/components/ui/row-actions';
import { EmptyState } from '@/components/ui/states';
import { TextField } from '@/components/ui/text-field';
import { Ago, Time } from '@/components/ui/time';
import { purgeVoterAction } from '@/lib/actions/votes';
import type { VoterItem } from '@/lib/contract/votes-view';
import type { Range } from '@/lib/domain/history/history';
import { ofBot } from '@/lib/queries/of-bot';
import { votesHref } from '@/lib/view/vote-words';

type Props = {
  botId: string;
  range: Range;
  voters: readonly VoterItem[];
  /** The place behind which these are; empty for the newest. */
  cursor: string;
  nextCursor: string | null;
  nowMs: number;
};

/** Who voted in the last 30 days, newest first; what is known of a user can be deleted. */
export function VotersCard({ botId, range, voters, cursor, nextCursor, nowMs }: Props) {
  return (
    <Card
      title="Voters"
      aside={
        <DialogButton
          size="sm"
          className="no-script-hide"
          dialog={(close) => <PurgeDialog botId={botId} userId="" onClose={close} />}
        >
          Delete a user’s votes…
        </DialogButton>
      }
    >
      {voters.length === 0 ? (
        <EmptyState title={cursor === '' ? 'No votes yet' : 'No older votes'} icon={<Users />}>
          Each vote that a list reports appears here with its user for 30 days; after that it only counts.
        </EmptyState>
      ) : (
        <DataTable
          label="Voters, newest first"
          className="-mx-4 w-auto"
          columns={columns(nowMs)}
          rows={voters}
          keyOf={({ id }) => id}
          actions={({ userId, username }) => (
            <RowMenu
              name={username ?? userId}
              items={[
                {
                  label: 'Delete this user’s votes…',
                  variant: 'destructive',
                  dialog: (close) => <PurgeDialog botId={botId} userId={userId} onClose={close} />,
                },
              ]}
            />
          )}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-xs">
          Names are kept for 30 days; after that their votes still count, without a name.
        </p>
        <nav aria-label="Pages of voters" className="flex gap-2">
          {cursor !== '' && <ButtonLink href={votesHref(botId, range)}>Newest</ButtonLink>}
          {nextCursor !== null && <ButtonLink href={votesHref(botId, range, nextCursor)}>Older</ButtonLink>}
        </nav>
      </div>
    </Card>
  );
}

const columns = (nowMs: number): readonly Column<VoterItem>[] => [
  {
    header: 'Voter',
    className: 'max-w-72 whitespace-normal py-2',
    cell: ({ userId, username }) => (
      <span className="wrap-anywhere">
        {username !== null && <bdi className="mr-2 font-medium">{username}</bdi>}
        <code translate="no" className="text-muted text-xs">
          {userId}
        </code>
      </span>
    ),
  },
  { header: 'Voted', className: AGO_WIDTH, cell: ({ votedAtMs }) => <Ago atMs={votedAtMs} nowMs={nowMs} /> },
  {
    header: 'Source',
    className: 'wrap-anywhere max-w-48 whitespace-normal py-2',
    cell: ({ source }) => <bdi>{source}</bdi>,
  },
  {
    header: 'Valid until',
    cell: ({ expiresAtMs }) => (expiresAtMs > nowMs ? <Time atMs={expiresAtMs} /> : 'Expired'),
  },
  {
    header: 'Counts',
    isNumeric: true,
    cell: ({ weight }) => (
      <span>
        ×<Num value={weight} />
      </span>
    ),
  },
];

type PurgeProps = { botId: string; userId: string; onClose: () => void };

const PurgeDialog = ({ botId, userId, onClose }: PurgeProps) => (
  <FormDialog
    title="Delete a user’s votes"
    description="Everything stored about this user’s votes for the bot is deleted, and messages about them that were not sent yet. The counts stay. This cannot be undone."
    submitLabel="Delete votes"
    action={purgeVoterAction}
    changes={ofBot(botId)}
    hidden={{ botId }}
    onClose={onClose}
  >
    {(errors) => (
      <TextField
        label="Id of the user"
        name="userId"
        required
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        defaultValue={userId}
        error={errors.userId}
      />
    )}
  </FormDialog>
);
