'use client';

import type { ReactNode } from 'react';
import type { FormAction, FormState } from '@/lib/contract/form-state';
import { Dialog } from './dialog';
import { DialogForm } from './dialog-form';
import type { Elements } from './elements';
import { useForm } from './use-form';

type RevealDialogProps<Value> = {
  title: string;
  description?: ReactNode;
  titleWhenDone: string;
  submitLabel: string;
  draft: string;
  action: FormAction<Value>;
  onClose: () => void;
  /** Called when the action succeeded and there is nothing to show. */
  onDone?: (state: FormState<Value>) => void;
  /** Draws what was made; it must offer a way to close. */
  reveal: (made: Value) => Elements;
  /** Draws the fields from the entered values and their errors. */
  children: (state: FormState<Value>) => Elements;
};

/** A dialog whose form makes a secret, which it then shows: nothing but a button closes it then. */
export function RevealDialog<Value>(props: RevealDialogProps<Value>) {
  const { title, titleWhenDone, submitLabel, draft, action, onClose, onDone, reveal, children } = props;
  const form = useForm(action, {
    draft,
    onDone: (after) => after.value === null && onDone?.(after),
  });
  const made = form.state.value;
  return (
    <Dialog
      title={made === null ? title : titleWhenDone}
      description={made === null ? props.description : undefined}
      isOpen
      isDismissible={made === null}
      onOpenChange={onClose}
    >
      {made !== null ? (
        reveal(made)
      ) : (
        <DialogForm {...form} submitLabel={submitLabel} onClose={onClose}>
          {children(form.state)}
        </DialogForm>
      )}
    </Dialog>
  );
}
