'use client';

import type { ComponentProps } from 'react';
import { Form } from '@/components/ui/form';
import { NameField, SelectField, TextField } from '@/components/ui/text-field';
import { changeSettingsAction } from '@/lib/actions/bot-settings';
import { durationText } from '@/lib/domain/text/duration';
import { ofBot } from '@/lib/queries/of-bot';
import { SILENT_AFTER_UNITS, silentAfterFields } from '@/lib/view/silent-after';
import { SettingCard } from './setting-card';

type Props = {
  botId: string;
  name: string;
  /** `null` applies the plan's limit. */
  silentAfterMs: number | null;
  planSilentAfterMs: number;
};

const SettingForm = ({
  botId,
  children,
}: Pick<ComponentProps<typeof Form>, 'children'> & { botId: string }) => (
  <Form
    action={changeSettingsAction}
    hidden={{ botId }}
    changes={ofBot(botId)}
    submitLabel="Save"
    variant="primary"
    saysDone
    className="flex min-w-0 flex-col gap-3 [&>button]:self-end"
  >
    {children}
  </Form>
);

/** What the owner of a bot may set, each in a card of its own. */
export function SettingsForms({ botId, name, silentAfterMs, planSilentAfterMs }: Props) {
  const { count, unit } = silentAfterFields(silentAfterMs);
  return (
    <>
      <SettingCard title="Name" text="Shown on every page and in messages. 1 to 80 characters.">
        <SettingForm botId={botId}>
          {({ errors }) => <NameField isLabelHidden defaultValue={name} error={errors.name} />}
        </SettingForm>
      </SettingCard>
      <SettingCard
        title="Silent after"
        text={`How long no report and no heartbeat may arrive before the bot counts as silent: 5 minutes to 7 days. Leave it empty for the plan’s default, ${durationText(planSilentAfterMs)}.`}
      >
        <SettingForm botId={botId}>
          {({ errors }) => (
            <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-2">
              <TextField
                label="Silent after"
                isLabelHidden
                name="silentAfter"
                inputMode="numeric"
                autoComplete="off"
                placeholder="Default"
                defaultValue={count}
                error={errors.silentAfter}
              />
              <SelectField
                label="Unit"
                isLabelHidden
                name="unit"
                options={SILENT_AFTER_UNITS}
                defaultValue={unit}
              />
            </div>
          )}
        </SettingForm>
      </SettingCard>
    </>
  );
}
