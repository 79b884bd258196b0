'use client';

import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import { RevealDialog } from '@/components/ui/reveal-dialog';
import { TextField } from '@/components/ui/text-field';
import { Ago } from '@/components/ui/time';
import { createKeyAction, revokeKeyAction, rotateKeyAction } from '@/lib/actions/keys';
import type { KeyItem } from '@/lib/contract/keys-view';
import type { ShownKeyValue } from '@/lib/contract/shown';
import { ShownKey } from './shown-key';

type DialogProps = { origin: string; onClose: () => void };

const revealed =
  (dialog: DialogProps) =>
  ({ key }: ShownKeyValue) => <ShownKey apiKey={key} {...dialog} />;

/** Creates a key, then shows it. */
export function CreateKeyDialog({ botId, ...props }: DialogProps & { botId: string }) {
  return (
    <RevealDialog
      onClose={props.onClose}
      action={createKeyAction}
      reveal={revealed(props)}
      title="Create a key"
      titleWhenDone="The key is ready"
      submitLabel="Create key"
      draft={`create-key ${botId}`}
    >
      {({ typed, errors }) => (
        <>
          <input type="hidden" name="botId" value={botId} />
          <TextField
            label="Name"
            name="name"
            dir="auto"
            required
            maxLength={160}
            defaultValue={typed.name ?? 'default'}
            hint="Where the key is used, such as “production”."
            error={errors.name}
          />
          <TextField
            label="Expires (optional)"
            name="expires"
            type="date"
            defaultValue={typed.expires}
            hint="At the end of this day, UTC. Without a date the key does not expire."
            error={errors.expires}
          />
        </>
      )}
    </RevealDialog>
  );
}

const OVERLAPS = [
  { value: '0', label: 'Not at all', hint: 'It stops working at once.' },
  { value: '1h', label: '1 hour', hint: undefined },
  { value: '24h', label: '24 hours', hint: 'Time to put the new key in place.' },
  { value: '7d', label: '7 days', hint: undefined },
] as const;
const OVERLAP_AT_FIRST = '24h';

/** Rotates a key, then shows the new one. */
export function RotateKeyDialog({ item, ...props }: DialogProps & { item: KeyItem }) {
  return (
    <RevealDialog
      onClose={props.onClose}
      action={rotateKeyAction}
      reveal={revealed(props)}
      title={`Rotate “${item.name}”`}
      titleWhenDone="The new key is ready"
      submitLabel="Rotate key"
      draft={`rotate-key ${item.id}`}
    >
      {({ typed, errors }) => (
        <>
          <input type="hidden" name="keyId" value={item.id} />
          <ChoiceGroup legend="How long the old key stays valid" error={errors.overlap}>
            {OVERLAPS.map(({ value, label, hint }) => (
              <Choice
                key={value}
                type="radio"
                name="overlap"
                value={value}
                label={label}
                hint={hint}
                defaultChecked={value === (typed.overlap ?? OVERLAP_AT_FIRST)}
                autoFocus={value === OVERLAP_AT_FIRST}
              />
            ))}
          </ChoiceGroup>
        </>
      )}
    </RevealDialog>
  );
}

type RevokeProps = { item: KeyItem; nowMs: number; onClose: () => void };

/** Asks for confirmation before revoking a key, and warns if a bot seems to use it. */
export function RevokeKeyDialog({ item, nowMs, onClose }: RevokeProps) {
  return (
    <ConfirmDialog
      title={`Revoke “${item.name}”`}
      description={`The key that ends in ${item.last4} stops working at once. This cannot be undone.`}
      confirmLabel="Revoke key"
      isOpen
      onOpenChange={onClose}
      action={revokeKeyAction}
      onDone={onClose}
    >
      <input type="hidden" name="keyId" value={item.id} />
      {item.isInUse && item.lastUsedAtMs !== null && (
        <Notice tone="warning" role="none">
          This key was last used <Ago atMs={item.lastUsedAtMs} nowMs={nowMs} />. The bot that uses it will be
          refused.
        </Notice>
      )}
    </ConfirmDialog>
  );
}
