'use client';

import { type ComponentProps, use, useState } from 'react';
import { Button } from './button';
import { ReadOnly } from './read-only';
import type { DialogOf } from './row-actions';

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & { dialog: DialogOf };

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (use(ReadOnly)) return null;
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
