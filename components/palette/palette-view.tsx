'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import type { Elements } from '@/components/ui/elements';
import { CONTROL } from '@/components/ui/input';
import { usePaused } from '@/components/ui/use-paused';
import { paths } from '@/lib/contract/paths';
import { botNamesQuery } from '@/lib/queries/bots';
import { botIdAt, type Place, sectionsOf } from '@/lib/view/navigation';

type Props = {
  /** Without them only bots are found. */
  pages?: readonly Place[];
  onClose: () => void;
};

/** The search in a dialog. */
export const PaletteView = (props: Props) => (
  <Dialog title="Go to" onClose={props.onClose}>
    <PaletteList {...props} />
  </Dialog>
);

/** The bots and pages whose names contain what is typed. */
export function PaletteList({ pages, onClose }: Props) {
  const router = useRouter();
  const [text, setText] = useState('');
  const { data, isError } = useQuery({
    ...botNamesQuery(usePaused(text.trim())),
    placeholderData: keepPreviousData,
  });
  const bots = data?.data.bots ?? [];
  const isFound = ({ label }: { label: string }) => label.toLowerCase().includes(text.trim().toLowerCase());
  const found = pages?.filter(isFound) ?? [];
  const botId = botIdAt(usePathname());
  const ofBot = botId === null || pages === undefined ? [] : sectionsOf(botId).filter(isFound);
  // Bots arrive after the pages and stand before them: the first item is chosen again.
  const first = bots[0]?.id ?? ofBot[0]?.href ?? found[0]?.href ?? '';
  const [active, setActive] = useState(first);
  useEffect(() => setActive(first), [first]);
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  return (
    <Command
      label={pages ? 'Bots and pages' : 'Bots'}
      shouldFilter={false}
      vimBindings={false}
      loop
      value={active}
      onValueChange={setActive}
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={pages ? 'Name or id of a bot, or a page' : 'Name or id of a bot'}
        // Also in a popover, whose list arrives after it has opened.
        autoFocus
        className={CONTROL}
      />
      <Command.List className="mt-2 max-h-80 overflow-y-auto">
        {bots.length > 0 && (
          <Group heading="Bots">
            {bots.map(({ id, name }) => (
              <Item key={id} value={id} onSelect={() => go(paths.bot(id).page)}>
                <bdi className="truncate">{name}</bdi>
                <code translate="no" className="text-muted text-xs">
                  {id}
                </code>
              </Item>
            ))}
          </Group>
        )}
        {[
          { heading: 'This bot', places: ofBot },
          { heading: 'Pages', places: found },
        ].map(
          ({ heading, places }) =>
            places.length > 0 && (
              <Group key={heading} heading={heading}>
                {places.map(({ href, label }) => (
                  <Item key={href} value={href} onSelect={() => go(href)}>
                    <span>{label}</span>
                  </Item>
                ))}
              </Group>
            ),
        )}
        {bots.length + ofBot.length + found.length === 0 && (
          <p role="status" className="py-4 text-muted">
            {isError ? 'Bots cannot be searched now.' : 'Nothing has this name.'}
          </p>
        )}
      </Command.List>
    </Command>
  );
}

const Group = ({ heading, children }: { heading: string; children: Elements }) => (
  <Command.Group heading={<span className="block px-2 pt-2 pb-1 text-muted text-xs">{heading}</span>}>
    {children}
  </Command.Group>
);

type ItemProps = { value: string; onSelect: () => void; children: Elements };

const Item = ({ children, ...item }: ItemProps) => (
  <Command.Item
    {...item}
    className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-inner px-2 py-1 text-control aria-selected:bg-hover"
  >
    {children}
  </Command.Item>
);
