'use client';

import { Choice } from '@/components/ui/choice';
import { Form } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { keepLinkAction, redeemLinkAction } from '@/lib/actions/links';
import type { LinkKind } from '@/lib/domain/people/access-link';
import { DiscordForm } from './discord-form';

type Props = {
  kind: LinkKind;
  token: string;
  email: string;
  /** Whether a Discord account signs the person in. */
  hasIdentities: boolean;
  /** Why Discord led back here. */
  error: string | null;
  /** Whether a Discord account can be connected here instead. */
  canConnect: boolean;
};

const ERRORS: ReadonlyMap<string, string> = new Map([
  ['identity', 'This Discord account is connected to another person here. Choose a password instead.'],
]);

/** Chooses how the person of a link signs in: a password, or a Discord account. */
export function LinkForm({ kind, token, email, hasIdentities, error, canConnect }: Props) {
  const back = error === null ? null : (ERRORS.get(error) ?? 'Nothing was changed. Try again.');
  return (
    <div className="flex flex-col gap-4">
      <Form
        isPosted
        action={redeemLinkAction}
        hidden={{ token }}
        submitLabel={kind === 'invite' ? 'Create account' : 'Set password'}
        variant="primary"
      >
        {({ status, errors }) => (
          <>
            {back !== null && status === 'idle' && <Notice tone="critical">{back}</Notice>}
            {/* Password managers store the password under it. */}
            <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
            <TextField
              label={kind === 'invite' ? 'Password' : 'New password'}
              name="password"
              type="password"
              autoComplete="new-password"
              required
              hint={`12 to 128 characters.${kind === 'reset' ? ' You will be signed out everywhere else.' : ''}`}
              error={errors.password}
            />
            {hasIdentities && (
              <Choice
                type="checkbox"
                name="keep"
                value="yes"
                label="Keep the Discord account connected"
                hint="Otherwise it is disconnected, because it allows signing in without the password."
              />
            )}
          </>
        )}
      </Form>
      {canConnect && (
        <DiscordForm
          action={keepLinkAction}
          hidden={{ token }}
          className="flex flex-col gap-2 border-t pt-4"
          after={
            <p className="text-muted text-xs">
              {kind === 'invite'
                ? 'The account needs no password then.'
                : 'The old password and other Discord accounts stop working.'}
            </p>
          }
        >
          {kind === 'invite' ? 'Sign in with Discord instead' : 'Connect Discord instead'}
        </DiscordForm>
      )}
    </div>
  );
}
