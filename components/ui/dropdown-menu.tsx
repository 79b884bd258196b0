'use client';

import * as Radix from 'radix-ui/dropdown-menu';
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { isFocusFree, overlayRoot } from './overlay-root';

/** A menu that opens below its trigger. Not modal: a click elsewhere closes it and counts, and the page can scroll. */
export const DropdownMenu = (props: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root modal={false} {...props} />
);

/** With `asChild`, the button that it contains. */
export const DropdownMenuTrigger = Radix.Trigger;

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal container={overlayRoot()}>
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={(event) => isFocusFree() || event.preventDefault()}
        className={cn(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-72 overflow-y-auto rounded border bg-surface p-1 focus:outline-none',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

type ItemProps = ComponentProps<typeof Radix.Item> & {
  /** `destructive` for what cannot be undone. */
  variant?: 'default' | 'destructive';
};

/** An item; with `asChild`, the link that it contains. */
export function DropdownMenuItem({ variant = 'default', className, ...props }: ItemProps) {
  return (
    <Radix.Item
      className={cn(
        'flex h-8 w-full items-center gap-2 rounded-inner px-2 text-sm focus:bg-inset focus:outline-none data-disabled:text-muted [&_svg]:size-4',
        variant === 'destructive' ? 'text-critical' : '[&_svg]:text-muted',
        className,
      )}
      {...props}
    />
  );
}

/** A heading in a menu; not an item. */
export const DropdownMenuLabel = ({ className, ...props }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className={cn('wrap-anywhere px-2 py-1 text-muted text-xs', className)} {...props} />
);

export const DropdownMenuSeparator = ({ className, ...props }: ComponentProps<typeof Radix.Separator>) => (
  <Radix.Separator className={cn('-mx-1 my-1 border-t', className)} {...props} />
);
