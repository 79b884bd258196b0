'use client';

import './style-nonce';
import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { cn } from './cn';

type MenuProps = { trigger: ReactNode; align?: 'start' | 'end'; children: ReactNode };

/**
 * A menu that drops from its trigger, which must be one button with a name.
 * Not in a portal: it stays inside the landmark of its trigger; fixed placement keeps it unclipped.
 */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className="appear z-50 min-w-44 max-w-72 rounded border bg-surface p-1 text-left font-normal text-ink"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

const ITEM =
  'flex h-8 items-center gap-2 rounded-inner px-2 text-sm outline-none data-[disabled]:text-muted data-[highlighted]:bg-inset [&_svg]:size-4 [&_svg]:text-muted';

type MenuItemProps = {
  icon?: ReactNode;
  isDisabled?: boolean;
  isDangerous?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

/** Something that a menu does. */
export function MenuItem({ icon, isDisabled, isDangerous, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={cn(ITEM, isDangerous && 'text-critical [&_svg]:text-critical')}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

/** Somewhere that a menu leads. */
export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Radix.Item asChild>
      <Link href={href} className={ITEM}>
        {icon}
        {children}
      </Link>
    </Radix.Item>
  );
}

/** Who or what the menu is about; not an item. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="break-words px-2 py-1 text-muted text-xs">{children}</Radix.Label>;
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
