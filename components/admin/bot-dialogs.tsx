'use client';

import type { FormAction } from '@/lib/contract/form-state';
import type { BotRow } from '@/lib/view/admin-rows';
import { ActionDialog, toggling } from './action-dialog';

type DialogProps = { row: BotRow; action: FormAction; onClose: () => void };

/** Disables or enables a bot. */
export function ToggleBotDialog({ row, ...rest }: DialogProps) {
  const { verb, fields } = toggling(row);
  return (
    <ActionDialog
      {...rest}
      title={`${verb} “${row.name}”`}
      description={
        row.isDisabled
          ? 'Its calls will be served again.'
          : 'Its calls will be refused until it is enabled again. Nothing is deleted.'
      }
      confirmLabel={`${verb} bot`}
      isDangerous={!row.isDisabled}
      fields={fields}
    />
  );
}

/** Deletes a bot, after its id was typed. */
export function RemoveBotDialog({ row, ...rest }: DialogProps) {
  return (
    <ActionDialog
      {...rest}
      title={`Delete “${row.name}”`}
      description="Its reports, counters and keys are deleted; its entries in the audit log stay. This cannot be undone."
      confirmLabel="Delete bot"
      typeToConfirm={row.id}
      fields={{ id: row.id }}
    />
  );
}
