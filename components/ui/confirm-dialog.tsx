'use client';

import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { Dialog, DialogActions } from './dialog';
import { Notice } from './notice';
import { TextField } from './text-field';

type ConfirmDialogProps = {
  title: string;
  description: ReactNode;
  /** The button's word for what will happen: a verb, not "OK". */
  confirmLabel: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The form's action: a server action or what `useActionState` gave. */
  action: (form: FormData) => void;
  isPending?: boolean;
  /** Why it was refused. */
  error?: string | null;
  /** `false` for what does no harm and can be undone. */
  isDangerous?: boolean;
  /** Must be typed before it can be confirmed. */
  typeToConfirm?: string;
  /** Hidden inputs, or more to read. */
  children?: ReactNode;
};

/** Asks before something that matters; in red when it cannot be undone. */
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
