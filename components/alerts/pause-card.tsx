'use client';

import { useState } from 'react';
import { ActionDialog } from '@/components/admin/action-dialog';
import { FormDialog } from '@/components/admin/form-dialog';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { TextField } from '@/components/ui/text-field';
import { Time } from '@/components/ui/time';
import { pauseBotAction, resumeBotAction } from '@/lib/actions/marks';
import { PAUSE_MINUTES, PAUSE_REASON_MAX, type Pause } from '@/lib/domain/silences/pause';

type Props = {
  botId: string;
  isDisabled: boolean;
  /** The one that lasts; `null` if none does. */
  pause: Pause | null;
};

/** A silence that is planned, of which nobody is told. */
export function PauseCard({ botId, isDisabled, pause }: Props) {
  const [open, setOpen] = useState<'pause' | 'resume' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      title="Planned silence"
      aside={
        !isDisabled && (
          <span className="no-script-hide flex gap-2">
            {pause !== null && (
              <Button size="sm" onClick={() => setOpen('resume')}>
                End it now
              </Button>
            )}
            <Button size="sm" onClick={() => setOpen('pause')}>
              {pause === null ? 'Plan a silence…' : 'Change…'}
            </Button>
          </span>
        )
      }
    >
      {pause === null ? (
        <p className="max-w-prose text-muted">
          While a silence is planned, nobody is told that the bot is silent or that its servers dropped. The
          time is left out of the received reports, and drawn in grey.
        </p>
      ) : (
        <>
          <p>
            <span>
              Planned silence until <Time atMs={pause.untilMs} />.
            </span>
          </p>
          {pause.reason !== null && (
            <p className="wrap-anywhere text-muted">
              <bdi>{pause.reason}</bdi>
            </p>
          )}
        </>
      )}
      {open === 'pause' && <PlanSilence botId={botId} onClose={close} />}
      {open === 'resume' && (
        <ActionDialog
          title="End the planned silence"
          description="From now on silences and drops are told again. The bot may be silent for its usual time first."
          confirmLabel="End it now"
          isDangerous={false}
          fields={{ botId }}
          action={resumeBotAction}
          onClose={close}
        />
      )}
    </Card>
  );
}

type PlanProps = { botId: string; onClose: () => void };

const PlanSilence = ({ botId, onClose }: PlanProps) => (
  <FormDialog
    title="Plan a silence"
    description="It begins now, in the place of one that lasts."
    submitLabel="Plan silence"
    action={pauseBotAction}
    onClose={onClose}
  >
    {({ typed, errors }) => (
      <>
        <input type="hidden" name="botId" value={botId} />
        <TextField
          label="Minutes"
          name="minutes"
          type="number"
          required
          min={PAUSE_MINUTES.min}
          max={PAUSE_MINUTES.max}
          defaultValue={typed.minutes ?? '30'}
          hint="At most 1,440, which is a day."
          error={errors.minutes}
        />
        <TextField
          label="Reason (optional)"
          name="reason"
          dir="auto"
          maxLength={2 * PAUSE_REASON_MAX}
          defaultValue={typed.reason}
          error={errors.reason}
        />
      </>
    )}
  </FormDialog>
);
