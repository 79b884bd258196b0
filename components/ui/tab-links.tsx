'use client';

import { useEffect, useRef } from 'react';
import { Link } from '@/components/ui/link';
import { cn } from './cn';

type TabLinksProps = {
  label: string;
  items: readonly { readonly href: string; readonly label: string }[];
  /** The `href` of the current page. */
  current: string;
};

/** The tab that was followed last: its page, a new one, gets the focus. */
let followed: string | null = null;

/** Links between the pages of one thing, as tabs: the focus stays at the tab, so that keys need not begin at the top. */
export function TabLinks({ label, items, current }: TabLinksProps) {
  const currentTab = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // A strip that is wider than the screen shows the current tab.
    const [tab, strip] = [currentTab.current, currentTab.current?.closest('nav')];
    if (tab && strip) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
    if (followed === current) currentTab.current?.focus({ preventScroll: true });
    followed = null;
  }, [current]);
  return (
    <nav aria-label={label} className="more-beside relative -m-1 overflow-x-auto p-1">
      <ul className="flex w-max gap-1 pe-1">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              ref={item.href === current ? currentTab : null}
              href={item.href}
              aria-current={item.href === current ? 'page' : undefined}
              onClick={() => {
                followed = item.href;
              }}
              className={cn(
                'flex h-8 items-center whitespace-nowrap rounded px-3 -outline-offset-2',
                item.href === current
                  ? 'bg-inset font-medium text-ink'
                  : 'text-muted hover:bg-inset hover:text-ink',
              )}
            >
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
