'use client';

import { Users } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '@/components/admin/form-dialog';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Num } from '@/components/ui/num';
import { EmptyState } from '@/components/ui/states';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { TextField } from '@/components/ui/text-field';
import { Ago, Time } from '@/components/ui/time';
import { purgeVoterAction } from '@/lib/actions/votes';
import { paths } from '@/lib/contract/paths';
import type { VoterItem } from '@/lib/contract/votes-view';
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
  const [purged, setPurged] = useState<string | null>(null);
  return (
    <Card
      title="Recent voters"
      aside={
        <span className="no-script-hide">
          <Button size="sm" onClick={() => setPurged('')}>
            Purge a user…
          </Button>
        </span>
      }
    >
      {voters.length === 0 ? (
        <EmptyState title={cursor === '' ? 'No votes yet' : 'No older votes'} icon={<Users />}>
          Each vote that a list reports appears here with its user for 30 days, then in the counts alone.
        </EmptyState>
      ) : (
        <Table label="Recent voters, newest first" isStacked className="-mx-4 w-auto">
          <thead>
            <tr>
              <Head>User</Head>
              <Head>Voted</Head>
              <Head>Source</Head>
              <Head>
                <span className="sr-only">Actions</span>
              </Head>
            </tr>
          </thead>
          <tbody>
            {voters.map((voter) => (
              <VoterRow key={voter.id} voter={voter} nowMs={nowMs} onPurge={() => setPurged(voter.userId)} />
            ))}
          </tbody>
        </Table>
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
      {purged !== null && <PurgeDialog botId={botId} userId={purged} onClose={() => setPurged(null)} />}
    </Card>
  );
}

type RowProps = { voter: VoterItem; nowMs: number; onPurge: () => void };

function VoterRow({ voter, nowMs, onPurge }: RowProps) {
  const { userId, username, source, weight, votedAtMs, expiresAtMs } = voter;
  return (
    <Row>
      <Cell label="User" className="max-w-64 whitespace-normal py-2">
        {username !== null && <bdi className="wrap-anywhere block font-medium">{username}</bdi>}
        <code translate="no" className="wrap-anywhere block text-muted text-xs">
          {userId}
        </code>
      </Cell>
      <Cell label="Voted" className="whitespace-normal py-2">
        <Ago atMs={votedAtMs} nowMs={nowMs} />
        <span className="block text-muted text-xs">
          {expiresAtMs > nowMs ? (
            <span>
              good until <Time atMs={expiresAtMs} />
            </span>
          ) : (
            'over'
          )}
        </span>
      </Cell>
      <Cell label="Source" className="max-w-48 whitespace-normal py-2">
        <bdi className="wrap-anywhere block">{source}</bdi>
        {weight > 1 && (
          <span className="block text-muted text-xs">
            counts <Num value={weight} />
          </span>
        )}
      </Cell>
      <Cell className="text-right">
        <span className="no-script-hide">
          <Button size="sm" onClick={onPurge}>
            Purge…
            <span className="sr-only">{` ${username ?? userId}`}</span>
          </Button>
        </span>
      </Cell>
    </Row>
  );
}

type PurgeProps = { botId: string; userId: string; onClose: () => void };

function PurgeDialog({ botId, userId, onClose }: PurgeProps) {
  return (
    <FormDialog
      title="Purge a user"
      description="Everything that is known of this user’s votes for the bot is deleted, also messages about them that still wait. The counts stay. This cannot be undone."
      submitLabel="Purge user"
      action={purgeVoterAction}
      onClose={onClose}
    >
      {({ typed, errors }) => (
        <>
          <input type="hidden" name="botId" value={botId} />
          <TextField
            label="Id of the user"
            name="userId"
            required
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed.userId ?? userId}
            error={errors.userId}
          />
        </>
      )}
    </FormDialog>
  );
}
