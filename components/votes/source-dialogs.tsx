'use client';

import { useState } from 'react';
import { ActionDialog } from '@/components/admin/action-dialog';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { RevealDialog } from '@/components/ui/reveal-dialog';
import { ShownOnce } from '@/components/ui/shown-once';
import { SelectField, TextField } from '@/components/ui/text-field';
import {
  addSourceAction,
  deleteSourceAction,
  rotateSourceAction,
  turnSourceAction,
} from '@/lib/actions/votes';
import type { ShownSourceValue } from '@/lib/contract/shown';
import type { SourceItem } from '@/lib/contract/votes-view';
import { sourceKind } from '@/lib/domain/votes/source';
import { VOTE_KINDS, type VoteKind } from '@/lib/domain/votes/vote';
import { KIND_WORDS } from '@/lib/view/vote-words';
import { PasteSteps } from './paste-steps';

const KINDS = VOTE_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind].name }));

type AddProps = {
  botId: string;
  origin: string;
  onClose: () => void;
};

/** Adds a source, then shows what to paste where. */
export function AddSourceDialog({ botId, origin, onClose }: AddProps) {
  const [kind, setKind] = useState<VoteKind>('topgg');
  const { name, note } = KIND_WORDS[kind];
  return (
    <RevealDialog
      title="Add a source"
      description="A list that tells Botmeter of each vote for this bot."
      titleWhenDone="The source is ready"
      submitLabel="Add source"
      draft={`add-source ${botId}`}
      action={addSourceAction}
      onClose={onClose}
      reveal={(made) => <MadeSource {...made} origin={origin} onClose={onClose} />}
    >
      {({ typed, errors }) => (
        <>
          <input type="hidden" name="botId" value={botId} />
          <SelectField
            label="List"
            name="kind"
            options={KINDS}
            defaultValue={typed.kind ?? 'topgg'}
            onChange={({ target }) => setKind(sourceKind(target.value) ?? 'topgg')}
            hint={note && <span>{note}</span>}
            error={errors.kind}
          />
          <TextField
            // The name of the list, until another one is typed.
            key={typed.name ?? kind}
            label="Name"
            name="name"
            dir="auto"
            required
            maxLength={160}
            defaultValue={typed.name ?? name}
            hint="What votes of it are listed under."
            error={errors.name}
          />
          <SecretField kind={kind} error={errors.secret} />
        </>
      )}
    </RevealDialog>
  );
}

type MadeProps = ShownSourceValue & { origin: string; onClose: () => void };

type RotateProps = Omit<AddProps, 'botId'> & { source: SourceItem };

/** Gives a source another secret, then shows what to paste where. */
export function RotateSourceDialog({ source, origin, onClose }: RotateProps) {
  return (
    <RevealDialog
      title={`Rotate the secret of “${source.name}”`}
      description={
        source.mustRotate
          ? 'The former owner of this bot knows its secret, so nothing is stored until there is another one. The address stays the same.'
          : 'The address stays the same.'
      }
      titleWhenDone="The new secret is ready"
      submitLabel="Rotate secret"
      draft={`rotate-source ${source.id}`}
      action={rotateSourceAction}
      onClose={onClose}
      reveal={(made) => <MadeSource {...made} origin={origin} onClose={onClose} />}
    >
      {({ errors }) => (
        <>
          <input type="hidden" name="sourceId" value={source.id} />
          <SecretField kind={source.kind} error={errors.secret} />
          {!source.mustRotate && (
            <SelectField
              label="Old secret"
              name="keep"
              options={[
                { value: 'yes', label: 'Good for 24 more hours' },
                { value: 'no', label: 'Ends now' },
              ]}
              hint="Until the list has the new one, its votes come with the old one."
            />
          )}
        </>
      )}
    </RevealDialog>
  );
}

function SecretField({ kind, error }: { kind: VoteKind; error: string | undefined }) {
  return (
    <TextField
      label="Secret (optional)"
      name="secret"
      type="password"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      hint={<span>{KIND_WORDS[kind].secretHint}</span>}
      error={error}
    />
  );
}

function MadeSource({ kind, path, secret, origin, onClose }: MadeProps) {
  const steps = <PasteSteps kind={kind} address={origin + path} />;
  if (secret !== null)
    return (
      <ShownOnce noun="secret" label="Secret" secret={secret} onClose={onClose}>
        {steps}
      </ShownOnce>
    );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {steps}
      <DialogActions>
        <Button variant="primary" autoFocus onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

type SourceProps = { source: SourceItem; onClose: () => void };

export function DeleteSourceDialog({ source, onClose }: SourceProps) {
  return (
    <ActionDialog
      title={`Delete “${source.name}”`}
      description="Its address is not found from then on, and its log goes with it. The votes that it brought stay in the totals. This cannot be undone."
      confirmLabel="Delete source"
      fields={{ sourceId: source.id }}
      action={deleteSourceAction}
      onClose={onClose}
    />
  );
}

/** Pauses a source, or resumes it. */
export function TurnSourceDialog({ source, onClose }: SourceProps) {
  const isPaused = source.state === 'paused';
  return (
    <ActionDialog
      title={`${isPaused ? 'Resume' : 'Pause'} “${source.name}”`}
      description={
        isPaused
          ? 'Votes that the list sends from now on are stored. What it sent meanwhile is lost.'
          : 'What the list sends meanwhile is answered and not stored, later neither.'
      }
      confirmLabel={isPaused ? 'Resume source' : 'Pause source'}
      isDangerous={false}
      fields={{ sourceId: source.id, on: isPaused ? 'yes' : 'no' }}
      action={turnSourceAction}
      onClose={onClose}
    />
  );
}
