'use client';

import { Button } from '@/components/ui/button';
import { FormNotice } from '@/components/ui/form-notice';
import { SelectField } from '@/components/ui/text-field';
import { useForm } from '@/components/ui/use-form';
import { chooseDigestAction } from '@/lib/actions/account';
import type { DigestChoice } from '@/lib/domain/alerts/digest';

type Props = { choice: DigestChoice | null; hasMail: boolean };

const OPTIONS = [
  { value: '', label: 'None' },
  { value: 'weekly', label: 'Every Monday, 08:00 UTC' },
  { value: 'monthly', label: 'On the first of a month, 08:00 UTC' },
];

/** Chooses the digest of the reader's bots. */
export function DigestForm({ choice, hasMail }: Props) {
  // The fields are drawn anew, with what was stored.
  const { state, isPending, form } = useForm(chooseDigestAction, { onDone: () => window.location.reload() });
  const { typed } = state;
  const isTyped = Object.keys(typed).length > 0;
  const box = (name: string, label: string, hint: string, isChosen: boolean) => (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        name={name}
        value="yes"
        defaultChecked={isTyped ? typed[name] === 'yes' : isChosen}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span>
        <span>{label}</span>
        <span className="block text-muted text-xs">{hint}</span>
      </span>
    </label>
  );
  return (
    <form {...form} className="flex max-w-sm flex-col gap-4">
      <FormNotice {...state} errors={{}} />
      <SelectField
        label="When"
        name="every"
        options={OPTIONS}
        defaultValue={typed.every ?? choice?.every ?? ''}
        hint="Growth, received reports, refused calls and votes of the last full week or month."
        error={state.errors.every}
      />
      {hasMail && box('mail', 'By email', 'One for all your bots.', choice?.isMailed ?? true)}
      {box(
        'discord',
        'To Discord',
        'One for each bot, to each of its Discord webhooks; of more than 100 bots, for those with the most servers.',
        choice?.isOnDiscord ?? !hasMail,
      )}
      {box(
        'onlyIfAny',
        'Only when something happened',
        'Left out: bots whose counts stayed, without a refused call or a vote, and with at least 95% of their reports.',
        choice?.isOnlyIfAny ?? false,
      )}
      <div>
        <Button type="submit" isPending={isPending}>
          Save digest
        </Button>
      </div>
    </form>
  );
}
