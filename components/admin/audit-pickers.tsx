'use client';

import { useEffect, useId, useState } from 'react';
import { Input } from '@/components/ui/input';
import { findBots } from '@/lib/queries/bots';
import { findPeople } from '@/lib/queries/people';

type Option = { readonly value: string; readonly label: string };
type Find = (text: string, signal: AbortSignal) => Promise<readonly Option[]>;

const people: Find = async (text, signal) =>
  (await findPeople(text, signal)).map(({ email, name }) => ({ value: email, label: name }));
const bots: Find = async (text, signal) =>
  (await findBots(text, signal)).map(({ id, name }) => ({ value: id, label: name }));

/** The person and the bot of the audit log's filter, picked by a part of their name. */
export function AuditPickers({ person, bot }: { person: string; bot: string }) {
  return (
    <>
      <Picker
        name="person"
        label="Person"
        placeholder="Person’s name or email"
        chosen={person}
        find={people}
      />
      <Picker name="bot" label="Bot" placeholder="Bot’s name or id" chosen={bot} find={bots} />
    </>
  );
}

/** Typing pauses for this long before suggestions are loaded. */
const PAUSE_MS = 150;

type PickerProps = { name: string; label: string; placeholder: string; chosen: string; find: Find };

/** A field with the browser's own list of suggestions; what is typed in full works too, also without scripts. */
function Picker({ name, label, placeholder, chosen, find }: PickerProps) {
  const listId = useId();
  const [text, setText] = useState<string | null>(null);
  const [options, setOptions] = useState<readonly Option[]>([]);
  useEffect(() => {
    if (text === null) return;
    const aborted = new AbortController();
    const timer = setTimeout(async () => {
      const found = await find(text, aborted.signal);
      if (!aborted.signal.aborted) setOptions(found);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [text, find]);
  return (
    <>
      <Input
        name={name}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={chosen}
        list={listId}
        autoComplete="off"
        onFocus={(event) => setText(event.target.value)}
        onChange={(event) => setText(event.target.value)}
        className="sm:w-56"
      />
      <datalist id={listId}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}
