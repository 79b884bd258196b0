'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { FormNotice } from '@/components/ui/form-notice';
import { Notice } from '@/components/ui/notice';
import { TextField } from '@/components/ui/text-field';
import { Ago } from '@/components/ui/time';
import { useForm } from '@/components/ui/use-form';
import type { FormAction, FormState } from '@/lib/contract/form-state';
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

type KeyFormProps = DialogProps & {
  title: string;
  titleWhenDone: string;
  submitLabel: string;
  draft: string;
  action: FormAction<ShownKeyValue>;
  /** Draws the fields from the entered values and their errors. */
  children: (state: FormState<ShownKeyValue>) => ReactNode;
};

/** A dialog whose form makes a key, which it then shows. */
function KeyForm({
  origin,
  onClose,
  title,
  titleWhenDone,
  submitLabel,
  draft,
  action,
  children,
}: KeyFormProps) {
  const { state, isPending, form } = useForm(action, { draft });
  const made = state.value;
  return (
    <Dialog
      title={made === null ? title : titleWhenDone}
      isOpen
      isDismissible={made === null}
      onOpenChange={onClose}
    >
      {made !== null ? (
        <ShownKey apiKey={made.key} origin={origin} onClose={onClose} />
      ) : (
        <form {...form} className="flex flex-col gap-4">
          <FormNotice {...state} />
          {children(state)}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              {submitLabel}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

/** Creates a key, then shows it. */
export function CreateKeyDialog({
  botId,
  ...props
}: DialogProps & { botId: string; action: KeyActions['create'] }) {
  return (
    <KeyForm
      {...props}
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
    </KeyForm>
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
export function RotateKeyDialog({
  item,
  ...props
}: DialogProps & { item: KeyItem; action: KeyActions['rotate'] }) {
  return (
    <KeyForm
      {...props}
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
    </KeyForm>
  );
}

type RevokeProps = { item: KeyItem; nowMs: number; action: KeyActions['revoke']; onClose: () => void };

/** Asks for confirmation before revoking a key, and warns if a bot seems to use it. */
export function RevokeKeyDialog({ item, nowMs, action, onClose }: RevokeProps) {
  return (
    <ConfirmDialog
      title={`Revoke “${item.name}”`}
      description={`The key that ends in ${item.last4} stops working at once. This cannot be undone.`}
      confirmLabel="Revoke key"
      isOpen
      onOpenChange={onClose}
      action={action}
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
