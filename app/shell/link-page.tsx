import { LinkForm } from '@/components/auth/link-form';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/ui/time';
import { paths } from '@/lib/contract/paths';
import { linkParams, type SearchParams } from '@/lib/contract/search-params';
import type { LinkKind } from '@/lib/domain/people/access-link';
import { findLink } from '@/lib/services/links/redeem';
import { currentUser, pagePorts } from '@/lib/session/current-user';
import { discordSettings } from '@/lib/session/discord';
import { currentLink } from '@/lib/session/start-session';
import { NarrowPage } from './narrow-page';

const TITLES: Readonly<Record<LinkKind, string>> = {
  invite: 'Join Botmeter',
  reset: 'Choose a new password',
};
const VOID: Readonly<Record<LinkKind, string>> = {
  invite: 'This invitation has been used, was withdrawn or has expired. Ask who invited you for a new one.',
  reset: 'This link has been used, was replaced or has expired. An admin can create a new one.',
};

/** The page of an invitation or a reset link. Opening it uses nothing up. */
export async function LinkPage({ kind, query }: { kind: LinkKind; query: SearchParams }) {
  const { token: given, error } = linkParams.parse(query);
  // Discord leads back here without the token.
  const kept = await currentLink();
  const token = given ?? (kept?.kind === kind ? kept.token : '');
  const link = await findLink(pagePorts(), token);
  const user = await currentUser();
  if (link === null || link.kind !== kind) {
    return (
      <NarrowPage title={TITLES[kind]}>
        <div className="flex flex-col items-start gap-4">
          <Notice role="none">{VOID[kind]}</Notice>
          <ButtonLink href={paths.login}>{user === null ? 'Sign in' : 'Start page'}</ButtonLink>
        </div>
      </NarrowPage>
    );
  }
  const isOther = user !== null && user.email !== link.email;
  return (
    <NarrowPage title={TITLES[kind]}>
      <p className="wrap-anywhere mb-4 text-muted">
        This link works once, until <Time atMs={link.expiresAtMs} />.
        <span>
          {isOther && ` You are signed in as ${user.email}; it signs you in as ${link.email} instead.`}
        </span>
      </p>
      <LinkForm
        kind={kind}
        token={token}
        email={link.email}
        hasIdentities={link.hasIdentities}
        error={error}
        // With a session, Discord would connect the account to its person.
        canConnect={user === null && (await discordSettings()) !== undefined}
      />
    </NarrowPage>
  );
}
