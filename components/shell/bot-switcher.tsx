'use client';

import { Bot, ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { STATE_LOOK } from '@/components/bot/state-look';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { dialogNotLoaded } from '@/components/ui/not-loaded';
import type { BotHeadView } from '@/lib/contract/bot-view';
import { paths } from '@/lib/contract/paths';
import { stateWord } from '@/lib/view/state-words';

const PaletteList = lazy(() =>
  import('../palette/palette-view').then(
    (file) => ({ default: file.PaletteList }),
    () => ({ default: dialogNotLoaded() }),
  ),
);

const ID = 'switch';

/** The bot that is shown, with its state, and a list of the others that opens without scripts; it is loaded then. */
export function BotSwitcher({ head }: { head: BotHeadView | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        popoverTarget={ID}
        aria-label={`${head === null ? 'All bots' : `${head.name}, ${stateWord(head.state)}`}: choose a bot`}
        className="switch"
      >
        <span className="avatar" data-letter={head === null ? undefined : [...head.name][0]}>
          {head === null && <Bot className="size-4" />}
        </span>
        <span className="nav-name grow truncate">
          <bdi>{head === null ? 'All bots' : head.name}</bdi>
        </span>
        {head !== null && <span className={cn('state-dot', STATE_LOOK[head.state.name].mark)} />}
        <ChevronsUpDown className="text-muted" />
      </button>
      <div
        id={ID}
        popover="auto"
        className="switch-list"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && (
          <Suspense>
            <PaletteList onClose={() => document.getElementById(ID)?.hidePopover()} />
          </Suspense>
        )}
        <Link href={paths.bots} className="nav-link mt-1">
          <Bot />
          <span>My bots</span>
        </Link>
      </div>
    </>
  );
}
