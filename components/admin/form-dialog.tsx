'use client';

import type { ReactNode } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { DialogForm } from '@/components/ui/dialog-form';
import type { Elements } from '@/components/ui/elements';
import { toast } from '@/components/ui/toast';
import { useForm } from '@/components/ui/use-form';
import type { FormAction, FormState } from '@/lib/contract/form-state';

type Props = {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  action: FormAction;
  onClose: () => void;
  /** Draws the fields from the entered values and their errors. */
  children: (state: FormState<null>) => Elements;
};

/** A dialog with a form: closes on success, and keeps the entered values when the action is refused. */
export function FormDialog({ title, description, submitLabel, action, onClose, children }: Props) {
  const form = useForm(action, { draft: title, onDone: closing(onClose) });
  return (
    <Dialog title={title} description={description} isOpen onOpenChange={onClose}>
      <DialogForm {...form} submitLabel={submitLabel} onClose={onClose}>
        {children(form.state)}
      </DialogForm>
    </Dialog>
  );
}

/** Closes a dialog whose action succeeded, and shows what was done. */
export const closing =
  (onClose: () => void) =>
  ({ message }: FormState<unknown>) => {
    onClose();
    if (message !== null) toast({ kind: 'success', text: message });
  };
