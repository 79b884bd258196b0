'use client';

import { KeyRound } from 'lucide-react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { FormDialog } from '@/components/ui/form-dialog';
import { RowMenu } from '@/components/ui/row-actions';
import { TextField } from '@/components/ui/text-field';
import { changeBotAction, deleteBotAction } from '@/lib/actions/bots';
import { paths, withQuery } from '@/lib/contract/paths';
import { REASON_LENGTH_MAX } from '@/lib/domain/people/names';
import type { BotRow } from '@/lib/view/admin-rows';

/** What admins do with a bot, besides editing it. */
export const BotMenu = ({ row: { id, name, isDisabled } }: { row: BotRow }) => (
  <RowMenu
    name={name}
    items={[
      { label: 'Keys', icon: <KeyRound />, href: paths.bot(id).keys },
      { label: 'Audit log', href: withQuery(paths.admin.audit, { bot: id }) },
      isDisabled && {
        label: 'Enable…',
        dialog: (onClose) => (
          <ConfirmDialog
            title={`Enable “${name}”`}
            description="Its calls will be accepted again."
            submitLabel="Enable bot"
            isDangerous={false}
            action={changeBotAction}
            hidden={{ id, disabled: 'no' }}
            onClose={onClose}
          />
        ),
      },
      !isDisabled && {
        label: 'Disable…',
        dialog: (onClose) => (
          <FormDialog
            title={`Disable “${name}”`}
            description="Its calls will be refused until it is enabled again. Nothing is deleted."
            submitLabel="Disable bot"
            action={changeBotAction}
            hidden={{ id, disabled: 'yes' }}
            onClose={onClose}
          >
            {(errors) => (
              <TextField
                label="Reason"
                name="reason"
                dir="auto"
                hint="One line, shown to its owner on the bot’s pages."
                maxLength={REASON_LENGTH_MAX}
                autoComplete="off"
                error={errors.reason}
              />
            )}
          </FormDialog>
        ),
      },
      {
        label: 'Delete…',
        variant: 'destructive',
        dialog: (onClose) => (
          <ConfirmDialog
            title={`Delete “${name}”`}
            description="Its reports, counters and keys are deleted; its entries in the audit log stay. This cannot be undone."
            submitLabel="Delete bot"
            typeToConfirm={id}
            action={deleteBotAction}
            hidden={{ id }}
            onClose={onClose}
          />
        ),
      },
    ]}
  />
);
