'use client';

import type { ReactNode } from 'react';
import type { FormState } from '@/lib/contract/form-state';
import { Button } from './button';
import { Dialog, DialogFooter } from './dialog';
import type { Elements } from './elements';
import { Form, type FormProps } from './form';
import { toast } from './toast';

export type FormDialogProps<Value = null> = Pick<
  FormProps<Value>,
  'action' | 'changes' | 'hidden' | 'submitLabel' | 'variant' | 'isDisabled'
> & {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** Called with what the action has made: a secret to show. The row that opened the dialog may be gone by then. */
  onMade?: (made: Value) => void;
  /** Text, or what draws the fields from their errors. */
  children?: Elements | ((errors: FormState['errors']) => Elements);
};

/** A dialog with a form: closes on success, says what was done, and keeps the entered values when the action is refused. */
export function FormDialog<Value = null>(props: FormDialogProps<Value>) {
  const { title, description, onClose, onMade, children, ...form } = props;
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <Form
        variant="primary"
        {...form}
        onDone={({ message, value }) => {
          onClose();
          if (value !== null) onMade?.(value);
          else if (message !== null) toast.success(message);
        }}
        footer={(submit) => (
          <DialogFooter>
            <Button onClick={onClose}>Cancel</Button>
            {submit}
          </DialogFooter>
        )}
      >
        {typeof children === 'function' ? ({ errors }) => children(errors) : children}
      </Form>
    </Dialog>
  );
}
