'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { Combobox, type Suggestion } from '@/components/ui/combobox';
import { findPeople } from '@/lib/queries/people';

type Props = {
  /** The address of the owner so far; `undefined` for a new bot. */
  ownerEmail: string | undefined;
  /** The reader's own address, to choose by one click. */
  ownEmail?: string | undefined;
  /** What was entered before the form was refused. */
  typed: Readonly<Record<string, string>>;
  error: string | undefined;
  keysError: string | undefined;
};

const load = async (text: string, signal: AbortSignal): Promise<Suggestion[]> =>
  (await findPeople(text, signal)).map(({ name, email }) => ({ value: email, label: name }));

/** The owner of a bot, chosen from the people or typed; another owner asks what happens to the keys. */
export function OwnerField({ ownerEmail, ownEmail, typed, error, keysError }: Props) {
  const [owner, setOwner] = useState(typed.owner ?? ownerEmail ?? '');
  const isAnother = ownerEmail !== undefined && owner.trim().toLowerCase() !== ownerEmail;
  return (
    <>
      <Combobox
        label="Owner’s email"
        name="owner"
        type="text"
        inputMode="email"
        required
        hint="Type a part of a name or address."
        error={error ?? null}
        value={owner}
        onValue={setOwner}
        load={load}
      />
      {ownEmail !== undefined && owner !== ownEmail && (
        <Button size="sm" className="self-start" onClick={() => setOwner(ownEmail)}>
          {`Me: ${ownEmail}`}
        </Button>
      )}
      {isAnother && (
        <ChoiceGroup legend="Its keys, which the former owner may know" error={keysError ?? null}>
          <Choice
            type="radio"
            name="keys"
            value="revoke"
            defaultChecked={typed.keys === 'revoke'}
            required
            label="Revoke all of them"
            hint="The bot stops until the new owner creates a key and puts it in place."
          />
          <Choice
            type="radio"
            name="keys"
            value="keep"
            defaultChecked={typed.keys === 'keep'}
            required
            label="Keep them"
            hint="The bot goes on."
          />
        </ChoiceGroup>
      )}
    </>
  );
}
