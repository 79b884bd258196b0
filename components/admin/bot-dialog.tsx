'use client';

import { SelectField, TextField } from '@/components/ui/text-field';
import type { FormAction } from '@/lib/contract/form-state';
import type { BotRow } from '@/lib/view/admin-rows';
import { FormDialog } from './form-dialog';

const PLANS = [
  { value: 'free', label: 'Free' },
  { value: 'premium', label: 'Premium' },
  { value: 'business', label: 'Business' },
];

type Props = { row?: BotRow; action: FormAction; onClose: () => void };

/** Registers a bot, or edits `row`. */
export function BotDialog({ row, action, onClose }: Props) {
  return (
    <FormDialog
      title={row === undefined ? 'Register a bot' : `Edit “${row.name}”`}
      submitLabel={row === undefined ? 'Register bot' : 'Save changes'}
      action={action}
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
            required
            autoComplete="off"
            defaultValue={typed.name ?? row?.name}
            error={errors.name}
          />
          <TextField
            label="Owner’s email"
            name="owner"
            type="email"
            required
            autoComplete="off"
            defaultValue={typed.owner ?? row?.ownerEmail}
            error={errors.owner}
          />
          <SelectField
            label="Plan"
            name="plan"
            options={PLANS}
            defaultValue={typed.plan ?? row?.plan ?? 'free'}
            hint={row === undefined ? undefined : 'Takes effect on the next call. Used calls stay counted.'}
            error={errors.plan}
          />
        </>
      )}
    </FormDialog>
  );
}
