'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { FormAction } from '@/lib/contract/form-state';
import { BotDialog, type EditedBot } from './bot-dialog';

/** Edits the bot of the page. */
export function EditBot({ bot, action }: { bot: EditedBot; action: FormAction }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Edit</Button>
      {isOpen && <BotDialog row={bot} action={action} onClose={() => setIsOpen(false)} />}
    </>
  );
}
