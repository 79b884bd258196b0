'use client';

import { useState } from 'react';
import { ActionDialog } from '@/components/admin/action-dialog';
import { FormDialog } from '@/components/admin/form-dialog';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LongTable } from '@/components/ui/long-table';
import { Cell, Row } from '@/components/ui/table';
import { SelectField, TextField } from '@/components/ui/text-field';
import { Time } from '@/components/ui/time';
import { addMarkAction, deleteMarkAction } from '@/lib/actions/marks';
import { MARK_KINDS, MARK_TEXT_MAX, type Mark } from '@/lib/domain/history/mark';
import { MARK_WORDS } from '@/lib/view/event-words';

type Props = {
  botId: string;
  /** The newest first. */
  marks: readonly Mark[];
};

const KINDS = MARK_KINDS.map((kind) => ({ value: kind, label: MARK_WORDS[kind] }));
const COLUMNS = [
  { label: 'Time' },
  { label: 'Kind' },
  { label: 'What happened' },
  { label: 'Actions', isHidden: true },
];

/** Moments that the owner or the bot has marked, which are drawn into its charts. */
export function MarksCard({ botId, marks }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const [deleted, setDeleted] = useState<Mark | null>(null);
  return (
    <Card
      title="Marks"
      className="mt-4"
      aside={
        <span className="no-script-hide">
          <Button size="sm" onClick={() => setIsAdding(true)}>
            Add mark
          </Button>
        </span>
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
            isStacked
            columns={COLUMNS}
            rows={marks}
            drawRow={(mark) => (
              <Row key={mark.id}>
                <Cell label="Time">
                  <Time atMs={mark.atMs} />
                </Cell>
                <Cell label="Kind">{MARK_WORDS[mark.kind]}</Cell>
                <Cell label="What happened" className="wrap-anywhere whitespace-normal py-2">
                  <bdi>{mark.text}</bdi>
                </Cell>
                <Cell className="text-right">
                  <span className="no-script-hide">
                    <Button size="sm" onClick={() => setDeleted(mark)}>
                      Delete
                      <span className="sr-only">{`: ${mark.text}`}</span>
                    </Button>
                  </span>
                </Cell>
              </Row>
            )}
          />
        </div>
      )}
      {isAdding && <AddMark botId={botId} onClose={() => setIsAdding(false)} />}
      {deleted !== null && (
        <ActionDialog
          title="Delete mark"
          description={`“${deleted.text}” is no longer drawn into the charts. This cannot be undone.`}
          confirmLabel="Delete mark"
          fields={{ botId, markId: deleted.id }}
          action={deleteMarkAction}
          onClose={() => setDeleted(null)}
        />
      )}
    </Card>
  );
}

type AddProps = { botId: string; onClose: () => void };

const AddMark = ({ botId, onClose }: AddProps) => (
  <FormDialog
    title="Add mark"
    description="It is drawn into the charts of the bot. It is not a call, and counts nothing."
    submitLabel="Add mark"
    action={addMarkAction}
    onClose={onClose}
  >
    {({ typed, errors }) => (
      <>
        <input type="hidden" name="botId" value={botId} />
        <TextField
          label="What happened"
          name="text"
          dir="auto"
          required
          maxLength={2 * MARK_TEXT_MAX}
          defaultValue={typed.text}
          error={errors.text}
        />
        <SelectField label="Kind" name="kind" options={KINDS} defaultValue={typed.kind ?? 'deploy'} />
        <TextField
          label="When, in UTC (optional)"
          name="at"
          type="datetime-local"
          defaultValue={typed.at}
          hint="Now, if it is empty."
          error={errors.at}
        />
      </>
    )}
  </FormDialog>
);
