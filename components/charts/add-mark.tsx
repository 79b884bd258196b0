'use client';

import { FormDialog } from '@/components/ui/form-dialog';
import { SelectField, TextField } from '@/components/ui/text-field';
import { addMarkAction } from '@/lib/actions/marks';
import { MARK_KINDS, MARK_TEXT_MAX } from '@/lib/domain/history/mark';
import { ofBot } from '@/lib/queries/of-bot';
import { MARK_WORDS } from '@/lib/view/event-words';

/** A dialog about one bot. */
export type BotDialogProps = { botId: string; onClose: () => void };

const KINDS = MARK_KINDS.map((kind) => ({ value: kind, label: MARK_WORDS[kind] }));

export const AddMark = ({ botId, onClose }: BotDialogProps) => (
  <FormDialog
    title="Add mark"
    description="It is drawn into the charts of the bot. It is not a call, and counts nothing."
    submitLabel="Add mark"
    action={addMarkAction}
    changes={ofBot(botId)}
    hidden={{ botId }}
    onClose={onClose}
  >
    {(errors) => (
      <>
        <TextField
          label="What happened"
          name="text"
          dir="auto"
          required
          maxLength={2 * MARK_TEXT_MAX}
          error={errors.text}
        />
        <SelectField label="Kind" name="kind" options={KINDS} defaultValue="deploy" />
        <TextField
          label="When, in UTC (optional)"
          name="at"
          type="datetime-local"
          hint="Now, if it is empty."
          error={errors.at}
        />
      </>
    )}
  </FormDialog>
);
