'use client';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DialogButton } from '@/components/ui/dialog-button';
import { type RowDialog, RowMenu } from '@/components/ui/row-actions';
import { deleteSourceAction, setSourceOnAction } from '@/lib/actions/votes';
import type { ShownSourceValue } from '@/lib/contract/shown';
import type { SourceItem } from '@/lib/contract/votes-view';
import { OF_BOTS } from '@/lib/queries/of-bot';
import { RotateSourceDialog } from './source-dialogs';

type Props = { source: SourceItem; onMade: (source: ShownSourceValue) => void };

/** What is done with a source: a paused one can be resumed by one click. */
export function SourceMenu({ source, onMade }: Props) {
  const { id, name, state, mustRotate } = source;
  const isPaused = state === 'paused';
  const rotate: RowDialog = {
    label: 'Rotate secret…',
    dialog: (onClose) => <RotateSourceDialog source={source} onMade={onMade} onClose={onClose} />,
  };
  const turn: RowDialog = {
    label: isPaused ? 'Resume…' : 'Pause…',
    dialog: (onClose) => (
      <ConfirmDialog
        title={`${isPaused ? 'Resume' : 'Pause'} “${name}”`}
        description={
          isPaused
            ? 'Votes are stored again from now on. Those that arrived meanwhile are lost.'
            : 'Votes that arrive while it is paused are answered, but never stored.'
        }
        submitLabel={isPaused ? 'Resume source' : 'Pause source'}
        isDangerous={false}
        action={setSourceOnAction}
        changes={OF_BOTS}
        hidden={{ sourceId: id, on: isPaused ? 'yes' : 'no' }}
        onClose={onClose}
      />
    ),
  };
  const resume = mustRotate ? rotate : turn;
  return (
    <>
      {isPaused && (
        <DialogButton size="sm" dialog={resume.dialog}>
          <span>{resume.label}</span>
          <span className="sr-only">{` ${name}`}</span>
        </DialogButton>
      )}
      <RowMenu
        name={name}
        items={[
          !mustRotate && turn,
          rotate,
          {
            label: 'Delete…',
            variant: 'destructive',
            dialog: (onClose) => (
              <ConfirmDialog
                title={`Delete “${name}”`}
                description="Its address stops working, and its log is deleted. Its votes stay in the totals. This cannot be undone."
                submitLabel="Delete source"
                action={deleteSourceAction}
                changes={OF_BOTS}
                hidden={{ sourceId: id }}
                onClose={onClose}
              />
            ),
          },
        ]}
      />
    </>
  );
}
