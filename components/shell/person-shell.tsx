'use client';

import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Menu } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { PersonNotices } from '@/components/auth/person-notices';
import { Palette } from '@/components/palette/palette';
import { AppShell, SIDE_ID } from '@/components/ui/app-shell';
import { Brand } from '@/components/ui/brand';
import { buttonStyle } from '@/components/ui/button-style';
import { FirstReader, firstReaderIn } from '@/components/ui/reader';
import { useReadOnEachPage } from '@/components/ui/use-read-on-each-page';
import { botHeadQuery } from '@/lib/queries/bots';
import { personQuery } from '@/lib/queries/person';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { barOf, botIdAt, searchedOf } from '@/lib/view/navigation';
import { NavLink } from './nav-links';
import { SearchButton } from './search-button';
import { Sidebar, unreadText } from './sidebar';
import { StaleNotice, UpdatedNotice } from './stale-notice';
import { useRange } from './use-range';

/** The frame of every page of a signed-in person. It stays while pages change, so what it shows is read again and again. */
export function PersonShell({ children }: { children: ReactNode }) {
  const { data: person } = useLive(personQuery, LIVE.person);
  useReadOnEachPage(personQuery.queryKey);
  const path = usePathname();
  const botId = botIdAt(path);
  const range = useRange(path);
  // What the head of the bot's pages reads; nothing for a bot that the reader may not see.
  const { data: head } = useQuery({ ...botHeadQuery(botId ?? ''), enabled: false });
  const bot = botId !== null && head !== undefined ? { id: botId, head: head.data, range } : null;
  const [isSearching, setIsSearching] = useState(false);
  const search = () => setIsSearching(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what led to a page closes on it
  useEffect(() => {
    for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover();
  }, [path]);
  const unread = unreadText(person.unread);
  const first = useMemo(() => firstReaderIn(person.timeZone), [person.timeZone]);
  return (
    <FirstReader value={first}>
      <AppShell
        timeZone={person.timeZone}
        personId={person.id}
        bar={
          <>
            <button
              type="button"
              popoverTarget={SIDE_ID}
              aria-label="All pages"
              className={buttonStyle('ghost', 'icon')}
            >
              <Menu />
            </button>
            <div className="bar-brand grow">
              <Brand />
            </div>
            <SearchButton onSearch={search} />
          </>
        }
        side={<Sidebar person={person} bot={bot} onSearch={search} />}
        tabs={
          <nav aria-label="Bar" className="tab-bar">
            {barOf(person, bot?.id ?? null, range).map((place) => (
              <NavLink
                key={place.href}
                place={place}
                text={place.short ?? place.label}
                count={place.icon === 'notifications' ? unread : undefined}
              />
            ))}
            <button type="button" popoverTarget={SIDE_ID} className="nav-link">
              <Ellipsis />
              <span>More</span>
            </button>
          </nav>
        }
      >
        <Palette pages={searchedOf(person)} isOpen={isSearching} onOpenChange={setIsSearching} />
        <UpdatedNotice />
        <StaleNotice />
        <PersonNotices items={person.notices} />
        <div className="contents">{children}</div>
      </AppShell>
    </FirstReader>
  );
}
