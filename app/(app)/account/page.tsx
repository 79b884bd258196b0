import type { Metadata } from 'next';
import { orNotFound } from '@/app/shell/or-not-found';
import { DigestForm, PasswordForm, TimeZoneForm } from '@/components/auth/account-forms';
import { DiscordCard } from '@/components/auth/discord-card';
import { SecondFactor } from '@/components/auth/second-factor';
import { SessionsCard } from '@/components/auth/sessions-card';
import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
import { PageHeader } from '@/components/ui/page-header';
import { SingleKeysChoice } from '@/components/ui/single-keys';
import { ThemeChoice } from '@/components/ui/theme';
import { paths, withQuery } from '@/lib/contract/paths';
import { accountParams } from '@/lib/contract/search-params';
import { sessionId } from '@/lib/domain/people/caller';
import { readOwnDigest } from '@/lib/services/digests/choose';
import { listOwnIdentities } from '@/lib/services/identities/own';
import { browserId, readOwnFactor } from '@/lib/services/second-factor/own';
import { listOwnSessions, SESSIONS_PER_PAGE } from '@/lib/services/sessions/find';
import { container } from '@/lib/session/container';
import { caller, requireUser } from '@/lib/session/current-user';
import { discordSettings } from '@/lib/session/discord';
import { pageLinks } from '@/lib/view/list-query';

export const metadata: Metadata = { title: 'Account' };

/** The account page: password, second factor, sessions, connected accounts, theme, time zone, digest. */
export default async function AccountPage({ searchParams }: PageProps<'/account'>) {
  const user = await requireUser(paths.account);
  const { connected, error, page } = accountParams.parse(await searchParams);
  const { ports } = container();
  const who = await caller();
  const own = orNotFound(await listOwnSessions(ports, who, page));
  const { identities, hasPassword } = orNotFound(await listOwnIdentities(ports, who));
  const { remembered, ...factor } = orNotFound(await readOwnFactor(ports, who));
  const digest = orNotFound(await readOwnDigest(ports, who));
  const canConnect = (await discordSettings()) !== undefined;
  const currentSessionHash = who.kind === 'person' ? who.sessionHash : '';
  return (
    <>
      <PageHeader title="Account" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="You">
          <KeyValues
            items={[
              { name: 'Name', value: <bdi>{user.name}</bdi> },
              { name: 'Email', value: user.email },
              { name: 'Role', value: user.role },
            ]}
          />
        </Card>
        <Card title="Appearance">
          <ThemeChoice />
          <SingleKeysChoice />
        </Card>
        <Card title="Time zone">
          <TimeZoneForm timeZone={user.timeZone} />
        </Card>
        <Card title="Digest">
          <DigestForm {...digest} />
        </Card>
        <Card title="Password">
          <PasswordForm hasFactor={factor.enabledAtMs !== null} />
        </Card>
        <Card title="Second factor">
          <SecondFactor {...factor} />
        </Card>
        <SessionsCard
          sessions={own.sessions.map(({ hash, client, createdAtMs }) => ({
            id: sessionId(hash),
            client,
            createdAtMs,
            isPresent: hash === currentSessionHash,
          }))}
          remembered={remembered.map(({ hash, client, expiresAtMs }) => ({
            id: browserId(hash),
            client,
            expiresAtMs,
          }))}
          pages={pageLinks({ ...own, pageSize: SESSIONS_PER_PAGE }, (page) =>
            withQuery(paths.account, { page }),
          )}
          nowMs={own.nowMs}
          hasAccounts={identities.length > 0}
        />
        {(canConnect || identities.length > 0) && (
          <DiscordCard
            accounts={identities}
            hasPassword={hasPassword}
            outcome={connected === 'discord' ? 'connected' : error}
            canConnect={canConnect}
          />
        )}
      </div>
    </>
  );
}
