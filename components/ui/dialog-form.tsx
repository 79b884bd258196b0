'use client';

import { Button } from './button';
import { DialogActions } from './dialog';
import type { Elements } from './elements';
import { FormNotice } from './form-notice';
import type { useForm } from './use-form';

type Props = Pick<ReturnType<typeof useForm<unknown>>, 'state' | 'isPending' | 'form'> & {
  submitLabel: string;
  onClose: () => void;
  /** The fields. */
  children: Elements;
};

/** The form of a dialog: the notice, the fields, and the buttons that cancel and submit. */
export function DialogForm({ state, isPending, form, submitLabel, onClose, children }: Props) {
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormNotice {...state} />
      {children}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
