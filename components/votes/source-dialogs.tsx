'use client';

import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { ShownOnce } from '@/components/ui/shown-once';
import { NameField, SelectField, TextField } from '@/components/ui/text-field';
import { addSourceAction, rotateSourceAction } from '@/lib/actions/votes';
import type { ShownSourceValue } from '@/lib/contract/shown';
import type { SourceItem } from '@/lib/contract/votes-view';
import { sourceKind } from '@/lib/domain/votes/source';
import { VOTE_KINDS, type VoteKind } from '@/lib/domain/votes/vote';
import { OF_BOTS } from '@/lib/queries/of-bot';
import { KIND_WORDS } from '@/lib/view/vote-words';
import { PasteSteps } from './paste-steps';

const KINDS = VOTE_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind].name }));

type SourceDialogProps = { onMade: (source: ShownSourceValue) => void; onClose: () => void };

export function AddSourceDialog({ botId, ...dialog }: SourceDialogProps & { botId: string }) {
  const [kind, setKind] = useState<VoteKind>('topgg');
  const { name, note } = KIND_WORDS[kind];
  return (
    <FormDialog
      {...dialog}
      title="Add a source"
      description="A bot list that reports each vote for this bot to Botmeter."
      submitLabel="Add source"
      action={addSourceAction}
      changes={OF_BOTS}
      hidden={{ botId }}
    >
      {(errors) => (
        <>
          <SelectField
            label="List"
            name="kind"
            options={KINDS}
            defaultValue="topgg"
            onChange={({ target }) => setKind(sourceKind(target.value) ?? 'topgg')}
            hint={note && <span>{note}</span>}
            error={errors.kind}
          />
          <NameField
            // The name of the list, until another one is typed.
            key={kind}
            maxLength={160}
            defaultValue={name}
            hint="Shown next to its votes."
            error={errors.name}
          />
          <SecretField kind={kind} error={errors.secret} />
        </>
      )}
    </FormDialog>
  );
}

/** Gives a source another secret. */
export const RotateSourceDialog = ({ source, ...dialog }: SourceDialogProps & { source: SourceItem }) => (
  <FormDialog
    {...dialog}
    title={`Rotate the secret of “${source.name}”`}
    description={
      source.mustRotate
        ? 'The former owner knows its secret, so no votes are stored until you rotate it. The address stays the same.'
        : 'The address stays the same.'
    }
    submitLabel="Rotate secret"
    action={rotateSourceAction}
    changes={OF_BOTS}
    hidden={{ sourceId: source.id }}
  >
    {(errors) => (
      <>
        <SecretField kind={source.kind} error={errors.secret} />
        {!source.mustRotate && (
          <SelectField
            label="Old secret"
            name="keep"
            options={[
              { value: 'yes', label: 'Valid for 24 more hours' },
              { value: 'no', label: 'Ends now' },
            ]}
            hint="The list sends the old secret until you change it there."
          />
        )}
      </>
    )}
  </FormDialog>
);

const SecretField = ({ kind, error }: { kind: VoteKind; error: string | undefined }) => (
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

type ShownProps = { title: string; source: ShownSourceValue; origin: string; onClose: () => void };

/** What to paste where, with the secret if the list has not issued it. */
export const ShownSource = ({ source: { kind, path, secret }, origin, ...dialog }: ShownProps) => (
  <ShownOnce {...dialog} noun="secret" label="Secret" secret={secret}>
    <PasteSteps kind={kind} address={origin + path} />
  </ShownOnce>
);
