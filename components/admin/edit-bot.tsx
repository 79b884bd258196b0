'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import type { EditedBot } from './bot-dialog';

const BotDialog = dynamic(() => import('./bot-dialog').then((file) => file.BotDialog, dialogNotLoaded), {
  ssr: false,
});

/** Edits the bot of the page. */
export function EditBot({ bot }: { bot: EditedBot }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Edit</Button>
      {isOpen && <BotDialog row={bot} onClose={() => setIsOpen(false)} />}
    </>
  );
}
