'use client';

import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { Dialog, DialogActions } from './dialog';
import { Notice } from './notice';
import { TextField } from './text-field';

type ConfirmDialogProps = {
  title: string;
  description: ReactNode;
  /** The label of the confirm button: a verb, not "OK". */
  confirmLabel: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The form's action: a server action or the one that `useActionState` returns. */
  action: (form: FormData) => void;
  isPending?: boolean;
  /** The error of a refused attempt. */
  error?: string | null;
  /** `false` for an action that can be undone. */
  isDangerous?: boolean;
  /** The text that must be typed to confirm. */
  typeToConfirm?: string;
  /** Hidden inputs or further text. */
  children?: ReactNode;
};

/** Asks for confirmation; the button is red when the action cannot be undone. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  isOpen,
  onOpenChange,
  action,
  isPending = false,
  error,
  isDangerous = true,
  typeToConfirm,
  children,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const isConfirmed = typeToConfirm === undefined || typed.trim() === typeToConfirm.trim();
  return (
    <Dialog title={title} description={description} isOpen={isOpen} onOpenChange={onOpenChange}>
      <form action={action} className="flex flex-col gap-4">
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
        {error && <Notice tone="critical">{error}</Notice>}
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
