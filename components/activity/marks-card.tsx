'use client';

import { AddMark, type BotDialogProps } from '@/components/charts/add-mark';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { Column } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { LongTable } from '@/components/ui/long-table';
import { Time } from '@/components/ui/time';
import { deleteMarkAction } from '@/lib/actions/marks';
import type { Mark } from '@/lib/domain/history/mark';
import { ofBot } from '@/lib/queries/of-bot';
import { MARK_WORDS } from '@/lib/view/event-words';

type Props = {
  botId: string;
  /** The newest first. */
  marks: readonly Mark[];
};

const COLUMNS: readonly Column<Mark>[] = [
  { header: 'Time', cell: ({ atMs }) => <Time atMs={atMs} /> },
  { header: 'Kind', cell: ({ kind }) => MARK_WORDS[kind] },
  {
    header: 'What happened',
    className: 'wrap-anywhere whitespace-normal py-2',
    cell: ({ text }) => <bdi>{text}</bdi>,
  },
];

/** Moments that the owner or the bot has marked, which are drawn into its charts. */
export function MarksCard({ botId, marks }: Props) {
  return (
    <Card
      title="Marks"
      className="mt-4"
      aside={
        <DialogButton
          size="sm"
          className="no-script-hide"
          dialog={(close) => <AddMark botId={botId} onClose={close} />}
        >
          Add mark
        </DialogButton>
      }
    >
      {marks.length === 0 ? (
        <p className="max-w-prose text-muted">
          Deployments, incidents and notes that you add here, or that your bot adds, are drawn into its
          charts.
        </p>
      ) : (
        <div className="-mx-4 -mb-4">
          <LongTable
            label="Marks, newest first"
            columns={COLUMNS}
            rows={marks}
            keyOf={({ id }) => id}
            actions={(mark) => (
              <DialogButton
                size="sm"
                dialog={(close) => <DeleteMark botId={botId} mark={mark} onClose={close} />}
              >
                Delete
                <span className="sr-only">{`: ${mark.text}`}</span>
              </DialogButton>
            )}
          />
        </div>
      )}
    </Card>
  );
}

const DeleteMark = ({ botId, mark, onClose }: BotDialogProps & { mark: Mark }) => (
  <ConfirmDialog
    title="Delete mark"
    description={`“${mark.text}” is no longer drawn into the charts. This cannot be undone.`}
    submitLabel="Delete mark"
    action={deleteMarkAction}
    changes={ofBot(botId)}
    hidden={{ botId, markId: mark.id }}
    onClose={onClose}
  />
);
