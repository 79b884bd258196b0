'use client';

import type { ReactNode } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { FormAction } from '@/lib/contract/form-state';
import { closing } from './form-dialog';

type Props = {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** The action's form fields. */
  fields: Readonly<Record<string, string>>;
  typeToConfirm?: string;
  isDangerous?: boolean;
  action: FormAction;
  onClose: () => void;
};

/** Asks for confirmation before an action on one row of a list, and closes when the action succeeds. */
export function ActionDialog({ fields, onClose, ...question }: Props) {
  return (
    <ConfirmDialog {...question} isOpen onOpenChange={onClose} onDone={closing(onClose)}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </ConfirmDialog>
  );
}

/** The label and the fields of the action that disables or enables a row. */
export const toggling = ({ id, isDisabled }: { id: string; isDisabled: boolean }) => ({
  verb: isDisabled ? 'Enable' : 'Disable',
  fields: { id, disabled: isDisabled ? 'no' : 'yes' },
});
