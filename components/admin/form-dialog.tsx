'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FormNotice } from '@/components/ui/form-notice';
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
  children: (state: FormState<null>) => ReactNode;
};

/** A dialog with a form: closes on success, and keeps the entered values when the action is refused. */
export function FormDialog({ title, description, submitLabel, action, onClose, children }: Props) {
  const { state, isPending, form } = useForm(action, { draft: title, onDone: closing(onClose) });
  return (
    <Dialog title={title} description={description} isOpen onOpenChange={onClose}>
      <form {...form} className="flex flex-col gap-4">
        <FormNotice {...state} />
        {children(state)}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Closes a dialog whose action succeeded, and shows what was done. */
export const closing =
  (onClose: () => void) =>
  ({ message }: FormState<unknown>) => {
    onClose();
    if (message !== null) toast.success(message);
  };
