'use client';

import { type ReactNode, useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { type FormAction, type FormState, IDLE } from '@/lib/contract/form-state';

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
  const [state, act, isPending] = useDialogAction(action, onClose);
  const isAtField = Object.keys(state.errors).length > 0;
  return (
    <Dialog title={title} description={description} isOpen onOpenChange={onClose}>
      <form action={act} className="flex flex-col gap-4">
        {state.message !== null && !isAtField && <Notice tone="critical">{state.message}</Notice>}
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

/** The form state of a dialog that closes and shows a toast when the action succeeds. */
export function useDialogAction(action: FormAction, onClose: () => void) {
  return useActionState(
    async (before: FormState<null>, form: FormData): Promise<FormState<null>> => {
      const after = await action(before, form);
      if (after.status === 'done') {
        onClose();
        if (after.message !== null) toast.success(after.message);
      }
      return after;
    },
    IDLE as FormState<null>,
  );
}
