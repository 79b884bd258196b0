'use client';

import { usePathname } from 'next/navigation';
import { Link } from '@/components/ui/link';
import { cn } from './cn';
import { LinkPending } from './link-pending';

/** `isExact`: pages below `href` belong to other items. */
export type NavItem = { href: string; label: string; isExact?: boolean };

/** The links of the top bar. Marks the link of the current page or of its section. */
export function NavLinks({ items }: { items: readonly NavItem[] }) {
  const path = usePathname();
  return (
    <nav
      aria-label="Main"
      className="order-last -mx-2 flex w-[calc(100%+16px)] flex-wrap gap-x-1 pb-2 md:order-none md:mx-0 md:w-auto md:py-2"
    >
      {items.map(({ href, label, isExact = false }) => {
        const isHere = path === href || (!isExact && path.startsWith(`${href}/`));
        return (
          <Link
            key={href}
            href={href}
            aria-current={path === href ? 'page' : isHere ? 'true' : undefined}
            className={cn(
              'relative flex h-8 items-center whitespace-nowrap rounded px-2 -outline-offset-2',
              isHere ? 'bg-inset font-medium text-ink' : 'text-muted hover:bg-inset hover:text-ink',
            )}
          >
            <span>{label}</span>
            <LinkPending />
          </Link>
        );
      })}
    </nav>
  );
}
