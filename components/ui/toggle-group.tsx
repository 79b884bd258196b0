'use client';

import { useRouter } from 'next/navigation';
import { Slot } from 'radix-ui/slot';
import { type ComponentProps, createContext, type ReactElement, use, useId } from 'react';
import { cn } from './cn';
import { Link } from './link';
import type { Option } from './select';

const ITEM =
  'flex h-6 min-w-8 items-center justify-center whitespace-nowrap rounded-inner border px-2 font-medium text-xs max-[22rem]:px-1.5';
const ON = 'chosen border-edge bg-surface text-ink';
const OFF = 'border-transparent text-muted hover:text-ink';
const FOCUS =
  'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2';

type Group = { name: string; value: string; onValueChange: ((value: string) => void) | undefined };

const GroupContext = createContext<Group>({ name: '', value: '', onValueChange: undefined });

type ToggleGroupProps = Omit<ComponentProps<'div'>, 'role'> & {
  /** The value of the chosen item. */
  value: string;
  /** Without it the items are links or buttons of their own. */
  onValueChange?: (value: string) => void;
  role?: 'radiogroup' | 'group' | 'navigation';
};

/**
 * One of several values, in one bar. Radio buttons of the browser, which has their keys; radix-ui's group would add 3 kB to
 * every page with a chart.
 */
export function ToggleGroup({
  value,
  onValueChange,
  className,
  role = 'radiogroup',
  ...rest
}: ToggleGroupProps) {
  const name = useId();
  return (
    <GroupContext value={{ name, value, onValueChange }}>
      <div
        {...rest}
        role={role}
        className={cn('inline-flex shrink-0 self-center rounded-control bg-inset p-0.5', className)}
      />
    </GroupContext>
  );
}

type ToggleGroupItemProps = { value: string } & (
  | { asChild?: false; children: string }
  | { asChild: true; children: ReactElement }
);

/** A radio button; with `asChild`, the link or button that it contains. */
export function ToggleGroupItem({ value, asChild = false, children }: ToggleGroupItemProps) {
  const { name, value: chosen, onValueChange } = use(GroupContext);
  const look = cn(ITEM, value === chosen ? ON : OFF);
  if (asChild) return <Slot className={look}>{children}</Slot>;
  return (
    <label className={cn(look, FOCUS)}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={value === chosen}
        onChange={() => onValueChange?.(value)}
        className="sr-only"
      />
      <span>{children}</span>
    </label>
  );
}

type ToggleLinksProps = {
  'aria-label': string;
  value: string;
  options: readonly (Option & { href: string })[];
};

/** A choice that is stored in the URL: links, so that it works without scripts and can be shared. */
export function ToggleLinks({ options, ...group }: ToggleLinksProps) {
  return (
    <ToggleGroup {...group} role="navigation">
      {options.map(({ value, label, href }) => (
        <ToggleGroupItem key={value} value={value} asChild>
          <Link
            href={href}
            scroll={false}
            {...(value === group.value && { 'aria-current': 'true' as const })}
          >
            {label}
          </Link>
        </ToggleGroupItem>
      ))}
    </ToggleGroup>
  );
}

type CheckedLinkProps = Omit<ComponentProps<typeof Link>, 'href' | 'onNavigate'> & {
  href: string;
  /** Asked before the page is left; the reader stays if it resolves to false. Without it the link is followed at once. */
  mayLeave: (() => Promise<boolean>) | undefined;
};

/** A link that first checks that the next page can be loaded: otherwise the browser would replace this one by an error. */
export function CheckedLink({ mayLeave, ...link }: CheckedLinkProps) {
  const router = useRouter();
  return (
    <Link
      {...link}
      onNavigate={(event) => {
        if (mayLeave === undefined) return;
        event.preventDefault();
        void mayLeave().then((may) => may && router.push(link.href, { scroll: link.scroll ?? true }));
      }}
    />
  );
}
