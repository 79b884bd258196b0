'use client';

import { useState } from 'react';
import type { Elements } from './elements';
import { FormDialog, type FormDialogProps } from './form-dialog';
import { TextField } from './text-field';

type ConfirmDialogProps<Value> = Omit<FormDialogProps<Value>, 'variant' | 'isDisabled' | 'children'> & {
  /** A verb, not "OK". */
  submitLabel: string;
  /** `false` for an action that can be undone. */
  isDangerous?: boolean;
  /** The text that must be typed to confirm. */
  typeToConfirm?: string;
  /** Further text. */
  children?: Elements;
};

/** Asks for confirmation; the button is red when the action cannot be undone. */
export function ConfirmDialog<Value = null>({
  isDangerous = true,
  typeToConfirm = '',
  children,
  ...form
}: ConfirmDialogProps<Value>) {
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      {...form}
      variant={isDangerous ? 'danger' : 'primary'}
      isDisabled={typed.trim() !== typeToConfirm.trim()}
    >
      {children}
      {typeToConfirm !== '' && (
        <TextField
          label={`Type “${typeToConfirm}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </FormDialog>
  );
}
