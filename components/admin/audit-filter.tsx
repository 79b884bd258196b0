'use client';

import { useState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { Combobox } from '@/components/ui/combobox';
import { Select } from '@/components/ui/select';
import { paths } from '@/lib/contract/paths';
import { AUDIT_KINDS, type AuditKind } from '@/lib/domain/people/audit';
import type { PageQuery } from '@/lib/domain/text/paging';
import { botSuggestions } from '@/lib/queries/bots';
import { personSuggestions } from '@/lib/queries/people';

const LABELS: Readonly<Record<AuditKind, string>> = {
  bot: 'Bots',
  key: 'Keys',
  user: 'People',
  identity: 'Connected accounts',
  factor: 'Second factors',
  'sign-out': 'Signing out',
  webhook: 'Webhooks',
  votes: 'Votes',
  people: 'People of bots',
  marks: 'Marks',
  alerts: 'Alerts',
  database: 'Database',
};
const KINDS = [
  { value: '', label: 'All kinds' },
  ...AUDIT_KINDS.map((value) => ({ value, label: LABELS[value] })),
];

/** Limits the audit log to a kind, a person and a bot: a plain form, so that the result has an address. */
export function AuditFilter({ query }: { query: PageQuery }) {
  const { kind = '', person = '', bot = '' } = query.filters ?? {};
  const isFiltered = [kind, person, bot].some((value) => value !== '');
  return (
    <form
      // New fields when the address changes.
      key={`${kind} ${person} ${bot}`}
      action={paths.admin.audit}
      method="get"
      className="order-last flex basis-full flex-wrap items-center gap-2"
    >
      {query.text !== '' && <input type="hidden" name="q" value={query.text} />}
      <Select name="kind" aria-label="Kind" options={KINDS} defaultValue={kind} className="w-full sm:w-44" />
      <AuditPicker name="person" chosen={person} />
      <AuditPicker name="bot" chosen={bot} />
      <Button type="submit">Filter</Button>
      {isFiltered && (
        <ButtonLink href={paths.admin.audit} variant="ghost">
          Clear
        </ButtonLink>
      )}
    </form>
  );
}

const PICKERS = {
  person: { label: 'Person', placeholder: 'Person’s name or email', search: personSuggestions },
  bot: { label: 'Bot', placeholder: 'Bot’s name or id', search: botSuggestions },
} as const;

type PickerProps = { name: keyof typeof PICKERS; chosen: string };

/** The person or the bot of the audit log's filter, picked by a part of the name. Without scripts it is typed in full. */
function AuditPicker({ name, chosen }: PickerProps) {
  const [value, setValue] = useState(chosen);
  return (
    <Combobox
      {...PICKERS[name]}
      name={name}
      isLabelHidden
      value={value}
      onValueChange={setValue}
      className="w-full sm:w-56"
    />
  );
}
