'use client';

import type { BotDialogProps } from '@/components/activity/add-mark';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DialogButton } from '@/components/ui/dialog-button';
import { Time } from '@/components/ui/time';
import { resumeBotAction } from '@/lib/actions/marks';
import type { Pause } from '@/lib/domain/silences/pause';
import { ofBot } from '@/lib/queries/of-bot';
import { PlanSilence } from './plan-silence';

type Props = {
  botId: string;
  isDisabled: boolean;
  /** The one that lasts; `null` if none does. */
  pause: Pause | null;
};

/** A silence that is planned, of which nobody is told. */
export function PauseCard({ botId, isDisabled, pause }: Props) {
  return (
    <Card
      title="Planned silence"
      aside={
        !isDisabled && (
          <span className="no-script-hide flex gap-2">
            {pause !== null && (
              <DialogButton size="sm" dialog={(close) => <EndSilence botId={botId} onClose={close} />}>
                End it now
              </DialogButton>
            )}
            <DialogButton size="sm" dialog={(close) => <PlanSilence botId={botId} onClose={close} />}>
              {pause === null ? 'Plan a silence…' : 'Change…'}
            </DialogButton>
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
    </Card>
  );
}

const EndSilence = ({ botId, onClose }: BotDialogProps) => (
  <ConfirmDialog
    title="End the planned silence"
    description="From now on silences and drops are told again. The bot may be silent for its usual time first."
    submitLabel="End it now"
    isDangerous={false}
    action={resumeBotAction}
    changes={ofBot(botId)}
    hidden={{ botId }}
    onClose={onClose}
  />
);
