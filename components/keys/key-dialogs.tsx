'use client';

import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { Ago } from '@/components/ui/time';
import { type FormAction, IDLE } from '@/lib/contract/form-state';
import type { ShownKeyValue } from '@/lib/contract/shown-key';
import type { KeyItem } from '@/lib/view/key-item';
import { ShownKey } from './shown-key';

/** The server actions that the dialogs need. */
export type KeyActions = {
  readonly create: FormAction<ShownKeyValue>;
  readonly rotate: FormAction<ShownKeyValue>;
  readonly revoke: FormAction;
};

type DialogProps = { origin: string; onClose: () => void };

/** Creates a key, then shows it. */
export function CreateKeyDialog(props: DialogProps & { botId: string; action: KeyActions['create'] }) {
  const [state, act, isPending] = useActionState(props.action, IDLE);
  const made = state.value;
  return (
    <Dialog
      title={made === null ? 'Create a key' : 'The key is ready'}
      isOpen
      isDismissible={made === null}
      onOpenChange={props.onClose}
    >
      {made !== null ? (
        <ShownKey apiKey={made.key} botId={made.botId} origin={props.origin} onClose={props.onClose} />
      ) : (
        <form action={act} className="flex flex-col gap-4">
          <input type="hidden" name="botId" value={props.botId} />
          <FormError state={state} />
          <TextField
            label="Name"
            name="name"
            required
            maxLength={160}
            defaultValue={state.typed.name ?? 'default'}
            hint="Where the key is used, such as “production”."
            error={state.errors.name}
          />
          <TextField
            label="Expires (optional)"
            name="expires"
            type="date"
            defaultValue={state.typed.expires}
            hint="At the end of this day, UTC. Without a date the key does not expire."
            error={state.errors.expires}
          />
          <DialogActions>
            <Button onClick={props.onClose}>Cancel</Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              Create key
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

const OVERLAPS = [
  { value: '0', label: 'Not at all', hint: 'It stops working at once.' },
  { value: '1h', label: '1 hour', hint: undefined },
  { value: '24h', label: '24 hours', hint: 'Time to put the new key in place.' },
  { value: '7d', label: '7 days', hint: undefined },
] as const;

/** Rotates a key, then shows the new one. */
export function RotateKeyDialog(props: DialogProps & { item: KeyItem; action: KeyActions['rotate'] }) {
  const [state, act, isPending] = useActionState(props.action, IDLE);
  const made = state.value;
  return (
    <Dialog
      title={made === null ? `Rotate “${props.item.name}”` : 'The new key is ready'}
      isOpen
      isDismissible={made === null}
      onOpenChange={props.onClose}
    >
      {made !== null ? (
        <ShownKey apiKey={made.key} botId={made.botId} origin={props.origin} onClose={props.onClose} />
      ) : (
        <form action={act} className="flex flex-col gap-4">
          <input type="hidden" name="keyId" value={props.item.id} />
          <FormError state={state} />
          <ChoiceGroup legend="How long the old key stays valid" error={state.errors.overlap}>
            {OVERLAPS.map(({ value, label, hint }) => (
              <Choice
                key={value}
                type="radio"
                name="overlap"
                value={value}
                label={label}
                hint={hint}
                defaultChecked={value === '24h'}
              />
            ))}
          </ChoiceGroup>
          <DialogActions>
            <Button onClick={props.onClose}>Cancel</Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              Rotate key
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

type RevokeProps = { item: KeyItem; nowMs: number; action: KeyActions['revoke']; onClose: () => void };

/** Asks for confirmation before revoking a key, and warns if a bot seems to use it. */
export function RevokeKeyDialog({ item, nowMs, action, onClose }: RevokeProps) {
  const [state, act, isPending] = useActionState(async (before: typeof IDLE, form: FormData) => {
    const after = await action(before, form);
    if (after.status === 'done') onClose();
    return after as typeof IDLE;
  }, IDLE);
  return (
    <ConfirmDialog
      title={`Revoke “${item.name}”`}
      description={`The key that ends in ${item.last4} stops working at once. This cannot be undone.`}
      confirmLabel="Revoke key"
      isOpen
      onOpenChange={onClose}
      action={act}
      isPending={isPending}
      error={state.message}
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

function FormError({
  state,
}: {
  state: { message: string | null; errors: Readonly<Record<string, string>> };
}) {
  const isAtField = Object.keys(state.errors).length > 0;
  return state.message === null || isAtField ? null : <Notice tone="critical">{state.message}</Notice>;
}
