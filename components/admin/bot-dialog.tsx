'use client';

import { TextField } from '@/components/ui/text-field';
import { changeBotAction, createBotAction } from '@/lib/actions/bots';
import type { BotRow } from '@/lib/view/admin-rows';
import { FormDialog } from './form-dialog';
import { OwnerField } from './owner-field';
import { PlanField } from './plan-field';

/** What the dialog shows of the bot that it edits. */
export type EditedBot = Pick<BotRow, 'id' | 'name' | 'ownerEmail' | 'plan' | 'used' | 'resetAtMs'>;

type Props = { row?: EditedBot; ownEmail?: string; onClose: () => void };

/** Registers a bot, or edits `row`. */
export function BotDialog({ row, ownEmail, onClose }: Props) {
  return (
    <FormDialog
      title={row === undefined ? 'Register a bot' : `Edit “${row.name}”`}
      submitLabel={row === undefined ? 'Register bot' : 'Save changes'}
      action={row === undefined ? createBotAction : changeBotAction}
      onClose={onClose}
    >
      {({ typed, errors }) => (
        <>
          {row === undefined ? (
            <TextField
              label="Id"
              name="id"
              required
              inputMode="numeric"
              autoComplete="off"
              defaultValue={typed.id}
              hint="The bot’s snowflake: 17 to 20 digits."
              error={errors.id}
              className="font-mono"
            />
          ) : (
            <input type="hidden" name="id" value={row.id} />
          )}
          <TextField
            label="Name"
            name="name"
            dir="auto"
            required
            autoComplete="off"
            defaultValue={typed.name ?? row?.name}
            error={errors.name}
          />
          <OwnerField
            ownerEmail={row?.ownerEmail}
            ownEmail={ownEmail}
            typed={typed}
            error={errors.owner}
            keysError={errors.keys}
          />
          <PlanField row={row} typed={typed.plan} error={errors.plan} />
        </>
      )}
    </FormDialog>
  );
}
