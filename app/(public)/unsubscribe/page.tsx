import type { Metadata } from 'next';
import { NarrowPage } from '@/app/shell/narrow-page';
import { UnsubscribeForm } from '@/components/auth/unsubscribe-form';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/contract/paths';
import { linkParams } from '@/lib/contract/search-params';
import { DIGEST } from '@/lib/domain/alerts/digest';
import { findMailsOfLink } from '@/lib/services/alerts/settings';
import { currentUser, pagePorts } from '@/lib/session/current-user';
import { EVENT_WORDS } from '@/lib/view/event-words';

export const metadata: Metadata = { title: 'Stop mails' };

/** Where the link at the end of a mail leads. Opening it changes nothing. */
export default async function UnsubscribePage({ searchParams }: PageProps<'/unsubscribe'>) {
  const token = linkParams.parse(await searchParams).token ?? '';
  const found = await findMailsOfLink(pagePorts(), token);
  const user = await currentUser();
  const rest = <ButtonLink href={paths.login}>{user === null ? 'Sign in' : 'Start page'}</ButtonLink>;
  return (
    <NarrowPage title="Stop mails">
      {!found.ok || found.value.length === 0 ? (
        <div className="flex flex-col items-start gap-4">
          <Notice role="none">
            {found.ok ? 'These mails are off. Nothing is left to do.' : found.refusal.message}
          </Notice>
          {rest}
        </div>
      ) : (
        <UnsubscribeForm
          token={token}
          mails={found.value.map(({ botName, type }) =>
            type === DIGEST
              ? { botName: 'All your bots', event: 'Digest' }
              : { botName, event: EVENT_WORDS[type] },
          )}
        />
      )}
    </NarrowPage>
  );
}
