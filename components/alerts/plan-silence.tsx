'use client';

import { FormDialog } from '@/components/ui/form-dialog';
import { TextField } from '@/components/ui/text-field';
import { pauseBotAction } from '@/lib/actions/marks';
import { PAUSE_MINUTES, PAUSE_REASON_MAX } from '@/lib/domain/silences/pause';
import { ofBot } from '@/lib/queries/of-bot';

/** Asks for how long, and why. */
export const PlanSilence = ({ botId, onClose }: { botId: string; onClose: () => void }) => (
  <FormDialog
    title="Plan a silence"
    description="Starts now and replaces the current planned silence. Until it ends, nobody is notified that the bot is silent or that its servers dropped; the time is left out of the received reports and drawn in grey."
    submitLabel="Plan silence"
    action={pauseBotAction}
    changes={ofBot(botId)}
    hidden={{ botId }}
    onClose={onClose}
  >
    {(errors) => (
      <>
        <TextField
          label="Minutes"
          name="minutes"
          type="number"
          required
          min={PAUSE_MINUTES.min}
          max={PAUSE_MINUTES.max}
          defaultValue="30"
          hint="At most 1,440, which is a day."
          error={errors.minutes}
        />
        <TextField
          label="Reason (optional)"
          name="reason"
          dir="auto"
          maxLength={2 * PAUSE_REASON_MAX}
          error={errors.reason}
        />
      </>
    )}
  </FormDialog>
);
