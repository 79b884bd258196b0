'use client';

import { SettingCard } from '@/components/bot/setting-card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DialogButton } from '@/components/ui/dialog-button';
import { ReadOnly } from '@/components/ui/read-only';
import { leaveBotAction } from '@/lib/actions/people';
import type { BotRole } from '@/lib/domain/people/bot-people';
import { ROLE_MAY, ROLE_WORDS } from '@/lib/view/role-words';

/** The reader's role with a bot, which they can end. */
export const OwnRole = ({ botId, role }: { botId: string; role: BotRole }) => (
  <ReadOnly value={false}>
    <SettingCard title={`You are a ${ROLE_WORDS[role].toLowerCase()}`} text={ROLE_MAY[role]}>
      <DialogButton
        className="self-start md:justify-self-end"
        dialog={(close) => (
          <ConfirmDialog
            title="Leave this bot"
            description="You no longer see it. Its owner can ask you again."
            submitLabel="Leave"
            action={leaveBotAction}
            hidden={{ botId }}
            onClose={close}
          />
        )}
      >
        Leave…
      </DialogButton>
    </SettingCard>
  </ReadOnly>
);
