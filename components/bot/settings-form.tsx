'use client';

import { Form } from '@/components/ui/form';
import { NameField, SelectField, TextField } from '@/components/ui/text-field';
import { changeSettingsAction } from '@/lib/actions/bot-settings';
import { durationText } from '@/lib/domain/text/duration';
import { ofBot } from '@/lib/queries/of-bot';
import { SILENT_AFTER_UNITS, silentAfterFields } from '@/lib/view/silent-after';

type Props = {
  botId: string;
  name: string;
  /** `null` applies the plan's limit. */
  silentAfterMs: number | null;
  planSilentAfterMs: number;
};

/** What the owner of a bot may set. */
export function SettingsForm({ botId, name, silentAfterMs, planSilentAfterMs }: Props) {
  const { count, unit } = silentAfterFields(silentAfterMs);
  return (
    <Form
      action={changeSettingsAction}
      hidden={{ botId }}
      changes={ofBot(botId)}
      submitLabel="Save settings"
      variant="primary"
      saysDone
      className="flex max-w-md flex-col gap-4 pt-2 [&>button]:self-start"
    >
      {({ errors }) => (
        <>
          <NameField defaultValue={name} hint="1 to 80 characters." error={errors.name} />
          <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-2">
            <TextField
              label="Silent after"
              name="silentAfter"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={count}
              hint={`5 minutes to 7 days without a report. Left empty, the plan’s ${durationText(planSilentAfterMs)} applies.`}
              error={errors.silentAfter}
            />
            <SelectField label="Unit" name="unit" options={SILENT_AFTER_UNITS} defaultValue={unit} />
          </div>
        </>
      )}
    </Form>
  );
}
