'use client';

import { TextField } from '@/components/ui/text-field';
import { changeBotAction, deleteBotAction } from '@/lib/actions/bots';
import { REASON_LENGTH_MAX } from '@/lib/domain/people/names';
import type { BotRow } from '@/lib/view/admin-rows';
import { ActionDialog, toggling } from './action-dialog';
import { FormDialog } from './form-dialog';

type DialogProps = { row: BotRow; onClose: () => void };

/** Enables a bot, or disables it for a reason that its owner reads. */
export function ToggleBotDialog({ row, onClose }: DialogProps) {
  const { verb, fields } = toggling(row);
  const title = `${verb} “${row.name}”`;
  if (row.isDisabled) {
    return (
      <ActionDialog
        action={changeBotAction}
        onClose={onClose}
        title={title}
        description="Its calls will be accepted again."
        confirmLabel="Enable bot"
        isDangerous={false}
        fields={fields}
      />
    );
  }
  return (
    <FormDialog
      action={changeBotAction}
      onClose={onClose}
      title={title}
      description="Its calls will be refused until it is enabled again. Nothing is deleted."
      submitLabel="Disable bot"
    >
      {({ typed, errors }) => (
        <>
          <input type="hidden" name="id" value={fields.id} />
          <input type="hidden" name="disabled" value={fields.disabled} />
          <TextField
            label="Reason"
            name="reason"
            dir="auto"
            hint="One line, which its owner reads on the bot’s pages."
            maxLength={REASON_LENGTH_MAX}
            autoComplete="off"
            defaultValue={typed.reason ?? ''}
            error={errors.reason ?? null}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Deletes a bot, after its id was typed. */
export function RemoveBotDialog({ row, onClose }: DialogProps) {
  return (
    <ActionDialog
      action={deleteBotAction}
      onClose={onClose}
      title={`Delete “${row.name}”`}
      description="Its reports, counters and keys are deleted; its entries in the audit log stay. This cannot be undone."
      confirmLabel="Delete bot"
      typeToConfirm={row.id}
      fields={{ id: row.id }}
    />
  );
}
