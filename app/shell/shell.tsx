import { HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PersonShell } from '@/components/shell/person-shell';
import { AppShell } from '@/components/ui/app-shell';
import { ButtonLink } from '@/components/ui/button';
import { paths } from '@/lib/contract/paths';
import { personQuery } from '@/lib/queries/person';
import { readShownPerson } from '@/lib/session/current-user';
import { navOf } from '@/lib/view/navigation';
import { firstState } from './first-data';

/** The frame of every page. It decides nothing: it stays while one goes from page to page, and only the pages are read. */
export async function Shell({ children }: { children: ReactNode }) {
  const person = await readShownPerson();
  if (person === null) {
    return (
      <AppShell nav={navOf(null)} user={<ButtonLink href={paths.login}>Sign in</ButtonLink>}>
        {children}
      </AppShell>
    );
  }
  return (
    <HydrationBoundary state={firstState(personQuery.queryKey, { etag: '', data: person })}>
      <PersonShell>{children}</PersonShell>
    </HydrationBoundary>
  );
}
