'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Choice, ChoiceGroup } from '@/components/ui/choice';
import { Combobox } from '@/components/ui/combobox';
import { FormDialog } from '@/components/ui/form-dialog';
import { Notice } from '@/components/ui/notice';
import { Num } from '@/components/ui/num';
import { NameField, TextField } from '@/components/ui/text-field';
import { Time } from '@/components/ui/time';
import { changeBotAction, createBotAction } from '@/lib/actions/bots';
import { intervalText, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { ofBot } from '@/lib/queries/of-bot';
import { personSuggestions } from '@/lib/queries/people';
import type { BotRow } from '@/lib/view/admin-rows';
import { type PlanLosses, planLosses } from '@/lib/view/plan-losses';

/** What the dialog shows of the bot that it edits. */
export type EditedBot = Pick<BotRow, 'id' | 'name' | 'ownerEmail' | 'plan' | 'used' | 'resetAtMs'>;

type Props = { row?: EditedBot | undefined; ownEmail?: string | undefined; onClose: () => void };

/** Registers a bot, or edits `row`. */
export function BotDialog({ row, ownEmail, onClose }: Props) {
  return (
    <FormDialog
      title={row === undefined ? 'Register a bot' : `Edit “${row.name}”`}
      submitLabel={row === undefined ? 'Register bot' : 'Save changes'}
      action={row === undefined ? createBotAction : changeBotAction}
      {...(row && { changes: ofBot(row.id) })}
      hidden={row === undefined ? {} : { id: row.id }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {row === undefined && (
            <TextField
              label="Id"
              name="id"
              required
              inputMode="numeric"
              autoComplete="off"
              hint="The bot’s snowflake: 17 to 20 digits."
              error={errors.id}
              className="font-mono"
            />
          )}
          <NameField defaultValue={row?.name} error={errors.name} />
          <OwnerField
            ownerEmail={row?.ownerEmail}
            ownEmail={ownEmail}
            error={errors.owner}
            keysError={errors.keys}
          />
          <PlanField row={row} error={errors.plan} />
        </>
      )}
    </FormDialog>
  );
}

type OwnerFieldProps = {
  /** The address of the owner so far; `undefined` for a new bot. */
  ownerEmail: string | undefined;
  /** The reader's own address, to choose by one click. */
  ownEmail?: string | undefined;
  error: string | undefined;
  keysError: string | undefined;
};

/** The owner of a bot, chosen from the people or typed; another owner asks what happens to the keys. */
function OwnerField({ ownerEmail, ownEmail, error, keysError }: OwnerFieldProps) {
  const [owner, setOwner] = useState(ownerEmail ?? '');
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
        onValueChange={setOwner}
        search={personSuggestions}
      />
      {ownEmail !== undefined && owner !== ownEmail && (
        <Button size="sm" className="self-start" onClick={() => setOwner(ownEmail)}>
          {`Me: ${ownEmail}`}
        </Button>
      )}
      {isAnother && (
        <ChoiceGroup
          legend="Its keys, which the former owner may know, and its people"
          error={keysError ?? null}
        >
          <Choice
            type="radio"
            name="keys"
            value="revoke"
            required
            label="Revoke all of them"
            hint="The bot’s calls are refused until the new owner creates a key and uses it."
          />
          <Choice
            type="radio"
            name="keys"
            value="keep"
            required
            label="Keep them"
            hint="The bot keeps working."
          />
          <Choice
            type="checkbox"
            name="people"
            value="keep"
            label="Its managers and viewers stay"
            hint="Otherwise nobody but the new owner sees it. The former owner gets no role."
          />
        </ChoiceGroup>
      )}
    </>
  );
}

type PlanFieldProps = {
  /** The bot that is edited, if any. */
  row: Pick<BotRow, 'plan' | 'used' | 'resetAtMs'> | undefined;
  error: string | undefined;
};

/** The choice of a plan, with a warning of what a smaller one stops. */
function PlanField({ row, error }: PlanFieldProps) {
  const [plan, setPlan] = useState<PlanName>(row?.plan ?? 'free');
  const losses = row === undefined ? null : planLosses(row.plan, plan, row.used);
  return (
    <>
      <ChoiceGroup legend="Plan" error={error ?? null}>
        {Object.values(PLANS).map((each) => (
          <Choice
            key={each.name}
            type="radio"
            name="plan"
            value={each.name}
            defaultChecked={plan === each.name}
            onChange={() => setPlan(each.name)}
            label={each.displayName}
            hint={
              <span>
                <Num value={each.callsPerCycle} /> calls in 30 days, a report every{' '}
                <span>{intervalText(each).replace(/^1 /, '')}</span>
              </span>
            }
          />
        ))}
      </ChoiceGroup>
      {losses !== null && row !== undefined && (
        <Notice tone="warning">
          <LossList losses={losses} resetAtMs={row.resetAtMs} />
        </Notice>
      )}
    </>
  );
}

function LossList({ losses, resetAtMs }: { losses: PlanLosses; resetAtMs: number }) {
  const { overused, interval, historyDays } = losses;
  return (
    <ul className="flex flex-col gap-1">
      {overused !== null && (
        <li>
          <Num value={overused.used} /> calls are used and this plan has <Num value={overused.limit} />: its
          reports are refused until the reset on <Time atMs={resetAtMs} style="day" />.
        </li>
      )}
      {interval !== null && <li>{`Reports are accepted every ${interval}; earlier ones are refused.`}</li>}
      {historyDays !== null && (
        <li>{`History beyond ${historyDays} days is hidden at once and deleted after 7 days.`}</li>
      )}
    </ul>
  );
}
