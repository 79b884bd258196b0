'use client';

import type { ReactNode } from 'react';
import { Bell } from '@/components/alerts/bell';
import { AccountMenu } from '@/components/auth/account-menu';
import { PersonNotices } from '@/components/auth/person-notices';
import { Palette } from '@/components/palette/palette';
import { AppShell } from '@/components/ui/app-shell';
import { useReadOnEachPage } from '@/components/ui/use-read-on-each-page';
import { personQuery } from '@/lib/queries/person';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { navOf, searchedOf } from '@/lib/view/navigation';
import { StaleNotice, UpdatedNotice } from './stale-notice';

/** The frame of every page of a signed-in person. It stays while pages change, so what it shows is read again and again. */
export function PersonShell({ children }: { children: ReactNode }) {
  const { data: person } = useLive(personQuery, LIVE.person);
  useReadOnEachPage(personQuery.queryKey);
  return (
    <AppShell
      nav={navOf(person)}
      timeZone={person.timeZone}
      personId={person.id}
      user={
        <>
          <Palette pages={searchedOf(person)} />
          <Bell unread={person.unread} />
          <AccountMenu name={person.name} email={person.email} />
        </>
      }
    >
      <UpdatedNotice />
      <StaleNotice />
      <PersonNotices items={person.notices} />
      <div className="contents">{children}</div>
    </AppShell>
  );
}
