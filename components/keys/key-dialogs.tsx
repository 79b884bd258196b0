'use client';

import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { FormDialog } from '@/components/ui/form-dialog';
import { Notice } from '@/components/ui/notice';
import { OriginCode } from '@/components/ui/origin-code';
import { ShownOnce } from '@/components/ui/shown-once';
import { NameField, TextField } from '@/components/ui/text-field';
import { Ago } from '@/components/ui/time';
import { createKeyAction, revokeKeyAction, rotateKeyAction } from '@/lib/actions/keys';
import type { KeyItem } from '@/lib/contract/keys-view';
import type { ShownKeyValue } from '@/lib/contract/shown';
import { ofBot } from '@/lib/queries/of-bot';
import { verifyCurl } from '@/lib/view/curl';

type KeyDialogProps = { onMade: (key: ShownKeyValue) => void; onClose: () => void };

export const CreateKeyDialog = ({ botId, ...dialog }: KeyDialogProps & { botId: string }) => (
  <FormDialog
    {...dialog}
    title="Create a key"
    submitLabel="Create key"
    action={createKeyAction}
    changes={ofBot(botId)}
    hidden={{ botId }}
  >
    {(errors) => (
      <>
        <NameField
          maxLength={160}
          defaultValue="default"
          hint="Where the key is used, such as “production”."
          error={errors.name}
        />
        <TextField
          label="Expires (optional)"
          name="expires"
          type="date"
          hint="At the end of this day, UTC. Without a date the key does not expire."
          error={errors.expires}
        />
      </>
    )}
  </FormDialog>
);

const OVERLAPS = [
  { value: '0', label: 'Not at all', hint: 'It stops working at once.' },
  { value: '1h', label: '1 hour', hint: undefined },
  { value: '24h', label: '24 hours', hint: 'Time to put the new key in place.' },
  { value: '7d', label: '7 days', hint: undefined },
] as const;
const OVERLAP_AT_FIRST = '24h';

export const RotateKeyDialog = ({ item, ...dialog }: KeyDialogProps & { item: KeyItem }) => (
  <FormDialog
    {...dialog}
    title={`Rotate “${item.name}”`}
    submitLabel="Rotate key"
    action={rotateKeyAction}
    changes={ofBot(item.botId)}
    hidden={{ keyId: item.id }}
  >
    {(errors) => (
      <ChoiceGroup legend="How long the old key stays valid" error={errors.overlap}>
        {OVERLAPS.map(({ value, label, hint }) => (
          <Choice
            key={value}
            type="radio"
            name="overlap"
            value={value}
            label={label}
            hint={hint}
            defaultChecked={value === OVERLAP_AT_FIRST}
            autoFocus={value === OVERLAP_AT_FIRST}
          />
        ))}
      </ChoiceGroup>
    )}
  </FormDialog>
);

type RevokeProps = { item: KeyItem; nowMs: number; onClose: () => void };

/** Warns if a bot seems to use the key. */
export const RevokeKeyDialog = ({ item, nowMs, onClose }: RevokeProps) => (
  <ConfirmDialog
    title={`Revoke “${item.name}”`}
    description={`The key that ends in ${item.last4} stops working at once. This cannot be undone.`}
    submitLabel="Revoke key"
    action={revokeKeyAction}
    changes={ofBot(item.botId)}
    hidden={{ keyId: item.id }}
    onClose={onClose}
  >
    {item.isInUse && item.lastUsedAtMs !== null && (
      <Notice tone="warning" role="none">
        This key was last used <Ago atMs={item.lastUsedAtMs} nowMs={nowMs} />. The bot that uses it will be
        refused.
      </Notice>
    )}
  </ConfirmDialog>
);

type ShownKeyProps = {
  title: string;
  apiKey: string;
  /** The service's own origin, or ANY_ORIGIN. */
  origin: string;
  onClose: () => void;
};

/** A new key, shown only once, with a command that shows that it works. */
export const ShownKey = ({ apiKey, origin, ...dialog }: ShownKeyProps) => (
  <ShownOnce {...dialog} noun="key" label="API key" secret={apiKey}>
    <div className="min-w-0">
      <p className="mb-1 font-medium">Check that it works</p>
      <OriginCode label="Check the key with curl" code={verifyCurl(origin, apiKey)} />
    </div>
  </ShownOnce>
);
