'use client';

import { Users } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Column, DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { FormDialog } from '@/components/ui/form-dialog';
import { Num } from '@/components/ui/num';
import { EmptyState } from '@/components/ui/states';
import { TextField } from '@/components/ui/text-field';
import { Ago, Time } from '@/components/ui/time';
import { purgeVoterAction } from '@/lib/actions/votes';
import { paths } from '@/lib/contract/paths';
import type { VoterItem } from '@/lib/contract/votes-view';
import { ofBot } from '@/lib/queries/of-bot';
import { votersHref } from '@/lib/view/vote-words';

type Props = {
  botId: string;
  voters: readonly VoterItem[];
  /** The place behind which these are; empty for the newest. */
  cursor: string;
  nextCursor: string | null;
  nowMs: number;
};

/** Who voted in the last 30 days, newest first; a user can be purged. */
export function VotersCard({ botId, voters, cursor, nextCursor, nowMs }: Props) {
  return (
    <Card
      title="Recent voters"
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
          Each vote that a list reports appears here with its user for 30 days, then in the counts alone.
        </EmptyState>
      ) : (
        <DataTable
          label="Recent voters, newest first"
          className="-mx-4 w-auto"
          columns={columns(nowMs)}
          rows={voters}
          keyOf={({ id }) => id}
          actions={({ userId, username }) => (
            <DialogButton
              size="sm"
              dialog={(close) => <PurgeDialog botId={botId} userId={userId} onClose={close} />}
            >
              Delete votes…
              <span className="sr-only">{` ${username ?? userId}`}</span>
            </DialogButton>
          )}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-xs">
          Users are kept for 30 days, then their votes count on without them.
        </p>
        <nav aria-label="Pages of voters" className="flex gap-2">
          {cursor !== '' && <ButtonLink href={paths.bot(botId).votes}>Newest</ButtonLink>}
          {nextCursor !== null && <ButtonLink href={votersHref(botId, nextCursor)}>Older</ButtonLink>}
        </nav>
      </div>
    </Card>
  );
}

const columns = (nowMs: number): readonly Column<VoterItem>[] => [
  {
    header: 'User',
    className: 'max-w-64 whitespace-normal py-2',
    cell: ({ userId, username }) => (
      <>
        {username !== null && <bdi className="wrap-anywhere block font-medium">{username}</bdi>}
        <code translate="no" className="wrap-anywhere block text-muted text-xs">
          {userId}
        </code>
      </>
    ),
  },
  {
    header: 'Voted',
    className: 'whitespace-normal py-2',
    cell: ({ votedAtMs, expiresAtMs }) => (
      <>
        <Ago atMs={votedAtMs} nowMs={nowMs} />
        <span className="block text-muted text-xs">
          {expiresAtMs > nowMs ? (
            <span>
              valid until <Time atMs={expiresAtMs} />
            </span>
          ) : (
            'expired'
          )}
        </span>
      </>
    ),
  },
  {
    header: 'Source',
    className: 'max-w-48 whitespace-normal py-2',
    cell: ({ source, weight }) => (
      <>
        <bdi className="wrap-anywhere block">{source}</bdi>
        {weight > 1 && (
          <span className="block text-muted text-xs">
            ×<Num value={weight} />
          </span>
        )}
      </>
    ),
  },
];

type PurgeProps = { botId: string; userId: string; onClose: () => void };

const PurgeDialog = ({ botId, userId, onClose }: PurgeProps) => (
  <FormDialog
    title="Delete a user’s votes"
    description="Everything that is known of this user’s votes for the bot is deleted, also messages about them that still wait. The counts stay. This cannot be undone."
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
