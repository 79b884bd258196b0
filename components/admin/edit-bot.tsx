'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import { DialogButton } from '@/components/ui/dialog-button';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import type { EditedBot } from './bot-dialog';

const BotDialog = dynamic(() => import('./bot-dialog').then((file) => file.BotDialog, dialogNotLoaded), {
  ssr: false,
});

type Props = Pick<ComponentProps<typeof DialogButton>, 'size' | 'children'> & {
  bot: EditedBot;
  /** The reader's own address, to choose by one click. */
  ownEmail?: string;
};

/** Edits a bot. */
export const EditBot = ({ bot, ownEmail, children = 'Edit', ...button }: Props) => (
  <DialogButton {...button} dialog={(close) => <BotDialog row={bot} ownEmail={ownEmail} onClose={close} />}>
    {children}
  </DialogButton>
);

export const RegisterBot = ({ ownEmail }: { ownEmail: string }) => (
  <DialogButton variant="primary" dialog={(close) => <BotDialog ownEmail={ownEmail} onClose={close} />}>
    <Plus />
    Register bot
  </DialogButton>
);
