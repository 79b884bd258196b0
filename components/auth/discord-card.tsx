'use client';

import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DialogButton } from '@/components/ui/dialog-button';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { Time } from '@/components/ui/time';
import { confirmPasswordAction, disconnectIdentityAction } from '@/lib/actions/account';
import { startDiscordAction } from '@/lib/actions/sign-in';
import { paths } from '@/lib/contract/paths';
import { DISCORD_FAILURES } from './discord-failures';
import { DiscordForm } from './discord-form';

export type ConnectedAccount = {
  readonly provider: string;
  readonly subject: string;
  readonly connectedAtMs: number;
};

type Props = {
  accounts: readonly ConnectedAccount[];
  hasPassword: boolean;
  /** Whether Discord is configured. */
  canConnect: boolean;
  /** The result of connecting, from the URL. */
  outcome: string | null;
};

const OUTCOMES: ReadonlyMap<string, readonly ['healthy' | 'critical', string]> = new Map<
  string,
  readonly ['healthy' | 'critical', string]
>([
  ['connected', ['healthy', 'Your Discord account is connected.']],
  ['identity-taken', ['critical', 'This Discord account is connected to another person.']],
  ['too-many', ['critical', 'Nothing was connected: too many changes. Wait a minute and start again.']],
  ['not-confirmed', ['critical', 'Nothing was connected: too much time had passed. Start again here.']],
  ...DISCORD_FAILURES.map(([code, sentence]) => [code, ['critical', sentence]] as const),
]);

/** The Discord accounts that can sign the person in, with buttons to connect and disconnect. */
export function DiscordCard({ accounts, hasPassword, canConnect, outcome }: Props) {
  const [tone, sentence] = OUTCOMES.get(outcome ?? '') ?? [];
  return (
    <Card title="Discord">
      {sentence !== undefined && (
        <Notice tone={tone} className="mb-4">
          {sentence}
        </Notice>
      )}
      {accounts.length === 0 ? (
        <p className="mb-4 text-muted">No Discord account is connected.</p>
      ) : (
        <ul className="mb-4">
          {accounts.map((account) => (
            <li
              key={account.subject}
              className="flex min-h-10 items-center justify-between gap-4 border-b py-1 last:border-b-0"
            >
              <span className="min-w-0">
                <code translate="no" className="wrap-anywhere block">
                  {account.subject}
                </code>
                <span className="text-muted text-xs">
                  Since <Time atMs={account.connectedAtMs} />
                </span>
              </span>
              <DialogButton dialog={(close) => <DisconnectDialog {...account} onClose={close} />}>
                Disconnect…
              </DialogButton>
            </li>
          ))}
        </ul>
      )}
      {canConnect && (
        <DiscordForm
          // After the current password if there is one.
          action={hasPassword ? confirmPasswordAction : startDiscordAction}
          hidden={{ callbackUrl: paths.account }}
          className="flex max-w-sm flex-col gap-4"
          before={(errors) => (
            <>
              <p className="text-muted">
                A connected Discord account signs you in without a password.
                {!hasPassword && (
                  <span>{' You have no password: sign in again and connect within 5 minutes.'}</span>
                )}
              </p>
              {hasPassword && (
                <TextField
                  label="Current password"
                  name="password"
                  type="password"
                  autoComplete="current-password"
                  required
                  error={errors.password}
                />
              )}
            </>
          )}
        >
          Connect Discord
        </DiscordForm>
      )}
    </Card>
  );
}

const DisconnectDialog = ({ provider, subject, onClose }: ConnectedAccount & { onClose: () => void }) => (
  <ConfirmDialog
    title="Disconnect Discord"
    description={`The Discord account ${subject} can no longer sign you in, and your other browsers are signed out.`}
    submitLabel="Disconnect account"
    action={disconnectIdentityAction}
    hidden={{ provider, subject }}
    onClose={onClose}
  />
);
