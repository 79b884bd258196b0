import type { Metadata } from 'next';
import { ConnectDiscord } from '@/components/auth/connect-discord';
import { PasswordForm } from '@/components/auth/password-form';
import { SessionsCard } from '@/components/auth/sessions-card';
import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
import { PageHeader } from '@/components/ui/page-header';
import { ThemeChoice } from '@/components/ui/theme-switch';
import { container } from '@/lib/container';
import { listOwnSessions } from '@/lib/services/end-sessions';
import { changeOwnPasswordAction, signOutEverywhereAction } from '../actions/account';
import { principal, requireUser, sessionSecret } from '../session';
import { Shell } from '../shell';

export const metadata: Metadata = { title: 'Account' };

/** A person's own page: password, sessions, theme. */
export default async function AccountPage({ searchParams }: PageProps<'/account'>) {
  const user = await requireUser('/account');
  const { connected, error } = await searchParams;
  const { ports, env } = container();
  const sessions = await listOwnSessions(ports, await principal());
  const present = ports.secrets.hash((await sessionSecret()) ?? '');
  return (
    <Shell>
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
        </Card>
        <Card title="Password">
          <PasswordForm action={changeOwnPasswordAction} />
        </Card>
        <SessionsCard
          sessions={(sessions.ok ? sessions.value : []).map(({ hash, client, createdAtMs }) => ({
            id: hash.slice(0, 12),
            client,
            createdAtMs,
            isPresent: hash === present,
          }))}
          action={signOutEverywhereAction}
        />
        {env.discord !== undefined && (
          <Card title="Discord">
            <ConnectDiscord isConnected={connected === 'discord'} isTaken={error === 'identity-taken'} />
          </Card>
        )}
      </div>
    </Shell>
  );
}
