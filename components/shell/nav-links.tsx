'use client';

import {
  Activity,
  BellRing,
  BookOpen,
  Bot,
  ChartLine,
  Gauge,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ScrollText,
  Settings,
  UserRound,
  Users,
  Vote,
} from 'lucide-react';
import { usePathname } from 'next/navigation';
import { Link } from '@/components/ui/link';
import { LinkPending } from '@/components/ui/link-pending';
import { Tooltip } from '@/components/ui/tooltip';
import { withQuery } from '@/lib/contract/paths';
import type { Place } from '@/lib/view/navigation';

const ICONS = {
  overview: LayoutDashboard,
  activity: Activity,
  analytics: ChartLine,
  votes: Vote,
  alerts: BellRing,
  keys: KeyRound,
  settings: Settings,
  bots: Bot,
  notifications: Inbox,
  docs: BookOpen,
  account: UserRound,
  admin: Gauge,
  people: Users,
  audit: ScrollText,
} satisfies Record<Place['icon'], unknown>;

type NavLinksProps = {
  label: string;
  items: readonly Place[];
  /** A number at the item of this icon: `3`, `99+`. */
  count?: { readonly at: Place['icon']; readonly text: string } | undefined;
};

/** Links of the sidebar. Marks the link of the current page or of its section. */
export function NavLinks({ label, items, count }: NavLinksProps) {
  return (
    <nav aria-label={label} className="side-nav">
      {items.map((place) => (
        <Tooltip key={place.href} text={place.label} isBeside>
          <NavLink
            place={place}
            text={place.label}
            count={count?.at === place.icon ? count.text : undefined}
          />
        </Tooltip>
      ))}
    </nav>
  );
}

type NavLinkProps = { place: Place; text: string; count?: string | undefined };

/** A link with its icon, in the sidebar or at the lower edge of a phone. */
export function NavLink({ place, text, count, ...rest }: NavLinkProps) {
  const path = usePathname();
  const { href, icon, isExact = false, range } = place;
  const Icon = ICONS[icon];
  const isHere = path === href || (!isExact && path.startsWith(`${href}/`));
  return (
    <Link
      {...rest}
      href={range === undefined ? href : withQuery(href, { range })}
      aria-current={path === href ? 'page' : isHere ? 'true' : undefined}
      aria-label={count === undefined ? undefined : `${text}, ${count} unread`}
      className="nav-link"
    >
      <Icon />
      <span className="nav-name">{text}</span>
      {count !== undefined && <span className="nav-count" data-count={count} />}
      <LinkPending />
    </Link>
  );
}
