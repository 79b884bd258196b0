'use client';

import { SideLists } from '@/components/shell/sidebar';
import { AppShell } from '@/components/ui/app-shell';
import { Brand } from '@/components/ui/brand';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/states';
import { paths, startPageOf } from '@/lib/contract/paths';
import type { Reader } from '@/lib/view/navigation';
import { AnyoneBar } from './anyone-bar';

type Props = { reader: Reader | null };

/** In a frame of its own. A component of the browser, because Next sends it with every page. */
export function NotFoundPage({ reader }: Props) {
  return (
    <AppShell
      bar={
        reader === null ? (
          <AnyoneBar />
        ) : (
          <>
            <Brand />
            <ButtonLink href={paths.account} variant="ghost">
              Account
            </ButtonLink>
          </>
        )
      }
      side={
        reader !== null && (
          <>
            <Brand />
            <div className="side-line" />
            <SideLists reader={reader} />
          </>
        )
      }
    >
      <NotFoundNote reader={reader} />
    </AppShell>
  );
}

/** The same for what does not exist and for what belongs to someone else, so that they cannot be distinguished. */
export function NotFoundNote({ reader }: Props) {
  return (
    <EmptyState
      title="This page does not exist"
      actions={
        <>
          {reader !== null && (
            <ButtonLink href={reader.hasOwnBots ? paths.bots : startPageOf(reader)} variant="primary">
              {reader.hasOwnBots ? 'My bots' : 'Overview'}
            </ButtonLink>
          )}
          <ButtonLink href={paths.home}>Start page</ButtonLink>
        </>
      }
      className="py-24"
    >
      <h1 className="sr-only">Not found</h1>
      The address is wrong, the page was deleted, or you may not see it.
    </EmptyState>
  );
}
