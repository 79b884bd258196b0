'use client';

import { type ReactNode, useState } from 'react';
import type { FormAction, FormState } from '@/lib/contract/form-state';
import { Button } from './button';
import { Dialog, DialogActions } from './dialog';
import type { Elements } from './elements';
import { FormNotice } from './form-notice';
import { TextField } from './text-field';
import { useForm } from './use-form';

type ConfirmDialogProps<Value> = {
  title: string;
  description: ReactNode;
  /** The label of the confirm button: a verb, not "OK". */
  confirmLabel: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  action: FormAction<Value>;
  /** Called when the action succeeded. */
  onDone: (state: FormState<Value>) => void;
  /** `false` for an action that can be undone. */
  isDangerous?: boolean;
  /** The text that must be typed to confirm. */
  typeToConfirm?: string;
  /** Hidden inputs or further text. */
  children?: Elements;
};

/** Asks for confirmation; the button is red when the action cannot be undone. */
export function ConfirmDialog<Value = null>({
  title,
  description,
  confirmLabel,
  isOpen,
  onOpenChange,
  action,
  onDone,
  isDangerous = true,
  typeToConfirm,
  children,
}: ConfirmDialogProps<Value>) {
  const { state, isPending, form } = useForm(action, { onDone });
  const [typed, setTyped] = useState('');
  const isConfirmed = typeToConfirm === undefined || typed.trim() === typeToConfirm.trim();
  return (
    <Dialog title={title} description={description} isOpen={isOpen} onOpenChange={onOpenChange}>
      <form {...form} className="flex flex-col gap-4">
        {children}
        {typeToConfirm !== undefined && (
          <TextField
            label={`Type “${typeToConfirm}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <FormNotice {...state} errors={{}} />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            disabled={!isConfirmed}
            isPending={isPending}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
