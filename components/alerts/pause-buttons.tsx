'use client';

import { CirclePause } from 'lucide-react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DialogButton } from '@/components/ui/dialog-button';
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

/** Plans a silence, or changes and ends the one that lasts, with its reason. The sentence of the bot's state says until when. */
export const PauseButtons = ({ botId, isDisabled, pause }: Props) => (
  <>
    {pause?.reason && (
      <span className="wrap-anywhere self-center text-control text-muted">
        <span>Planned silence:</span> <bdi>{pause.reason}</bdi>
      </span>
    )}
    {pause !== null && (
      <DialogButton
        dialog={(close) => (
          <ConfirmDialog
            title="End the planned silence"
            description="From now on you are notified of silences and drops again. The bot may be silent for its usual time first."
            submitLabel="End silence"
            isDangerous={false}
            action={resumeBotAction}
            changes={ofBot(botId)}
            hidden={{ botId }}
            onClose={close}
          />
        )}
      >
        End the silence…
      </DialogButton>
    )}
    {!isDisabled && (
      <DialogButton dialog={(close) => <PlanSilence botId={botId} onClose={close} />}>
        <CirclePause />
        <span>{pause === null ? 'Plan a silence…' : 'Change the silence…'}</span>
      </DialogButton>
    )}
  </>
);
