import { HydrationBoundary } from '@tanstack/react-query';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { PersonShell } from '@/components/shell/person-shell';
import { AppShell } from '@/components/ui/app-shell';
import { paths } from '@/lib/contract/paths';
import { botHeadQuery } from '@/lib/queries/bots';
import { personQuery } from '@/lib/queries/person';
import { PATH_HEADER } from '@/lib/request/content-security-policy';
import { isEnrolling, readShownPerson } from '@/lib/session/current-user';
import { botIdAt } from '@/lib/view/navigation';
import { AnyoneBar } from './anyone-bar';
import { dehydratedQuery } from './prefetched';
import { readHead } from './read-head';

/** The frame of every page. It decides nothing: it stays while one goes from page to page, and only the pages are read. */
export async function Shell({ children }: { children: ReactNode }) {
  const person = await readShownPerson();
  const path = (await headers()).get(PATH_HEADER) ?? '';
  // The same frame before and after the second factor is on: another one would lose the recovery codes.
  if (person === null || path === paths.secondFactor) {
    return <AppShell bar={await barAt(path)}>{children}</AppShell>;
  }
  // A layout does not get the parameters of the pages below it, and the sidebar stands in the first HTML.
  const botId = botIdAt(path);
  const head = botId === null ? null : await readHead(botId);
  // The same elements with a bot and without: an action sends the frame again, and others would remount the page.
  return (
    <HydrationBoundary state={dehydratedQuery(personQuery.queryKey, { etag: '', data: person })}>
      <HydrationBoundary
        state={
          botId !== null && head?.ok
            ? dehydratedQuery(botHeadQuery(botId).queryKey, { etag: '', data: head.value })
            : undefined
        }
      >
        <PersonShell>{children}</PersonShell>
      </HydrationBoundary>
    </HydrationBoundary>
  );
}

/** Whoever must enter a code or set up a second factor is signing in already, and those pages have ways out of their own. */
async function barAt(path: string) {
  if (path === paths.secondFactor || path === paths.code) return <AnyoneBar next={null} />;
  const isHalfWay = await isEnrolling();
  return <AnyoneBar {...(isHalfWay && { next: { href: paths.secondFactor, label: 'Finish signing in' } })} />;
}
