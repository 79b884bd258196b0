'use client';

import type * as Radix from 'radix-ui/dropdown-menu';
import { Slot } from 'radix-ui/slot';
import { type ComponentProps, createContext, type ReactElement, use, useRef, useState } from 'react';
import { cn } from './cn';
import type { Elements } from './elements';
import { isFocusFree } from './focus';
import { dialogNotLoaded } from './not-loaded';
import { overlayRoot } from './overlay-root';

/** The library; `null` until the menu is opened. */
type Menu = { radix: typeof Radix | null; isByKeyboard: boolean; open: (isByKeyboard: boolean) => void };

const MenuContext = createContext<Menu>({ radix: null, isByKeyboard: false, open: () => {} });
const NotLoaded = dialogNotLoaded();

/**
 * A menu that opens below its trigger. Not modal: a click elsewhere closes it and counts, and the page can scroll. Most menus
 * of a page are never opened, so the library is loaded when one is (14 kB); until then a menu has no content.
 */
export function DropdownMenu({ children }: { children: Elements }) {
  const [radix, setRadix] = useState<typeof Radix | null>(null);
  const [isByKeyboard, setIsByKeyboard] = useState(false);
  const [isLost, setIsLost] = useState(false);
  function open(byKeyboard: boolean) {
    setIsByKeyboard(byKeyboard);
    import('radix-ui/dropdown-menu').then(setRadix, () => setIsLost(true));
  }
  return (
    <MenuContext value={{ radix, isByKeyboard, open }}>
      {radix === null ? (
        children
      ) : (
        <radix.Root modal={false} defaultOpen>
          {children}
        </radix.Root>
      )}
      {isLost && radix === null && <NotLoaded />}
    </MenuContext>
  );
}

type TriggerProps = { asChild: true; children: ReactElement<ComponentProps<'button'>> };

/** The button that it contains. */
export function DropdownMenuTrigger({ children }: TriggerProps) {
  const { radix, open } = use(MenuContext);
  if (radix !== null) return <radix.Trigger asChild>{children}</radix.Trigger>;
  return (
    <Slot
      aria-haspopup="menu"
      aria-expanded={false}
      // A click by a key has the detail 0.
      onClick={({ detail }) => open(detail === 0)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        open(true);
      }}
    >
      {children}
    </Slot>
  );
}

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  const { radix, isByKeyboard } = use(MenuContext);
  const isFirstTime = useRef(true);
  if (radix === null) return null;
  /** The library does this itself, but it was loaded after the key was pressed. It leaves a focus within the menu where it is. */
  function focusFirst(content: HTMLDivElement | null) {
    if (content === null || !isFirstTime.current) return;
    isFirstTime.current = false;
    if (isByKeyboard) content.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }
  return (
    <radix.Portal container={overlayRoot()}>
      <radix.Content
        ref={focusFirst}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={(event) => isFocusFree() || event.preventDefault()}
        className={cn(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-72 overflow-y-auto rounded border bg-surface p-1 shadow-float focus:outline-none',
          className,
        )}
        {...props}
      />
    </radix.Portal>
  );
}

type ItemProps = ComponentProps<typeof Radix.Item> & {
  /** `destructive` for what cannot be undone. */
  variant?: 'default' | 'destructive' | undefined;
};

/** An item; with `asChild`, the link that it contains. */
export function DropdownMenuItem({ variant = 'default', className, ...props }: ItemProps) {
  const { radix } = use(MenuContext);
  return (
    radix && (
      <radix.Item
        className={cn(
          'flex h-8 w-full items-center gap-2 rounded-inner px-2 text-control focus:bg-hover focus:outline-none data-disabled:text-muted [&_svg]:size-4',
          variant === 'destructive' ? 'text-critical' : '[&_svg]:text-muted',
          className,
        )}
        {...props}
      />
    )
  );
}

/** A heading in a menu; not an item. */
export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  const { radix } = use(MenuContext);
  return (
    radix && (
      <radix.Label className={cn('wrap-anywhere px-2 py-1 text-muted text-xs', className)} {...props} />
    )
  );
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  const { radix } = use(MenuContext);
  return radix && <radix.Separator className={cn('-mx-1 my-1 border-t', className)} {...props} />;
}
