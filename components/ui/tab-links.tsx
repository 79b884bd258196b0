import { Link } from '@/components/ui/link';
import { cn } from './cn';

type TabLinksProps = {
  label: string;
  items: readonly { readonly href: string; readonly label: string }[];
  /** The `href` of the current page. */
  current: string;
};

/** Links between the pages of one thing, as tabs. */
export function TabLinks({ label, items, current }: TabLinksProps) {
  return (
    <nav aria-label={label} className="-m-1 overflow-x-auto p-1">
      <ul className="flex gap-1">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={item.href === current ? 'page' : undefined}
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
