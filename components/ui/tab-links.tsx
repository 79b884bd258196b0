'use client';

import { useEffect, useRef } from 'react';
import { Link } from '@/components/ui/link';
import { cn } from './cn';
import { LinkPending } from './link-pending';

type TabLinksProps = {
  label: string;
  items: readonly { readonly href: string; readonly label: string }[];
  /** The `href` of the current page. */
  current: string;
};

/** Links between the pages of one thing, as tabs. */
export function TabLinks({ label, items, current }: TabLinksProps) {
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the current tab
  useEffect(() => {
    // A strip that is wider than the screen shows the current tab.
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && strip.current)
      strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={strip} aria-label={label} className="more-beside relative -m-1 overflow-x-auto p-1">
      <ul className="flex w-max gap-1 pe-1">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={item.href === current ? 'page' : undefined}
              className={cn(
                'relative flex h-8 items-center whitespace-nowrap rounded px-3 -outline-offset-2',
                item.href === current
                  ? 'bg-inset font-medium text-ink'
                  : 'text-muted hover:bg-inset hover:text-ink',
              )}
            >
              <span>{item.label}</span>
              <LinkPending />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
