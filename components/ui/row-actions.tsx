'use client';

import { Ellipsis } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from './dropdown-menu';
import { isFocusFree, wayBack } from './focus';
import { IconButton } from './icon-button';
import { Link } from './link';
import { ReadOnly } from './read-only';

/** The controls at the end of a row. If the row goes while one of them has the focus, its table gets it. */
export function RowActions({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    return () => {
      if (!box?.contains(document.activeElement)) return;
      const back = wayBack();
      setTimeout(() => isFocusFree() && back());
    };
  }, []);
  return (
    <span ref={ref} className="no-script-hide inline-flex items-center justify-end gap-1">
      {children}
    </span>
  );
}

/** Draws a dialog, which calls `onClose` when it is done. */
export type DialogOf = (onClose: () => void) => ReactElement;

export type RowDialog = {
  readonly label: string;
  readonly dialog: DialogOf;
  readonly variant?: 'destructive';
};
type RowLink = { readonly label: string; readonly icon?: ReactElement; readonly href: string };

type RowMenuProps = {
  /** Of the row; a menu of something else has a label of its own. */
  name?: string;
  label?: string;
  icon?: ReactElement;
  items: readonly (RowLink | RowDialog | false)[];
};

/** A menu, as of a row, and the dialog that one of its items has opened. */
export function RowMenu({ name, icon = <Ellipsis />, label = `Actions for ${name}`, ...all }: RowMenuProps) {
  const [dialog, setDialog] = useState<DialogOf | null>(null);
  const isReadOnly = use(ReadOnly);
  const items = all.items.filter((item) => item !== false && ('href' in item || !isReadOnly));
  if (items.length === 0) return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton {...{ label, icon }} />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {items.map(
            (item) =>
              item !== false && (
                <Fragment key={item.label}>
                  {'variant' in item && <DropdownMenuSeparator />}
                  {'href' in item ? (
                    <DropdownMenuItem asChild>
                      <Link href={item.href}>
                        {item.icon}
                        <span>{item.label}</span>
                      </Link>
                    </DropdownMenuItem>
                  ) : (
                    <DropdownMenuItem variant={item.variant} onSelect={() => setDialog(() => item.dialog)}>
                      {item.label}
                    </DropdownMenuItem>
                  )}
                </Fragment>
              ),
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog?.(() => setDialog(null))}
    </>
  );
}
