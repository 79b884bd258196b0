'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { CONTROL } from '@/components/ui/input';
import { usePaused } from '@/components/ui/use-paused';
import { pauseBotAction } from '@/lib/actions/marks';
import { paths } from '@/lib/contract/paths';
import { botHeadQuery, botNamesQuery } from '@/lib/queries/bots';
import { apiPagesQuery } from '@/lib/queries/docs';
import { ofBot } from '@/lib/queries/of-bot';
import { botIdAt, GUIDES, type Place, sectionsOf } from '@/lib/view/navigation';
import { ROLE_WORDS } from '@/lib/view/role-words';

type Bot = { readonly id: string; readonly name: string };
type Props = {
  /** Without them only bots are listed. */
  pages?: readonly Place[];
  onClose: () => void;
  onPause?: (bot: Bot) => void;
};
/** What Enter runs; `detail` tells those of one name apart. */
type Choice = {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly run: () => void;
};

/** An action by its first word, with the name of the bot behind it: `pause harb`. */
const AN_ACTION = /^(rotate|pause)\b(?: a key of| 30 min:?)?\s*/i;
/** Shorter texts are in the names of most pages of the API reference. */
const API_TEXT_MIN = 3;

/** The search in a dialog. */
export function PaletteView(props: Props) {
  const [pausing, setPausing] = useState<Bot | null>(null);
  if (pausing === null)
    return (
      <Dialog title="Go to" onClose={props.onClose}>
        <PaletteList {...props} onPause={setPausing} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={`Pause ${pausing.name}`}
      description="For 30 min from now nobody is notified of a silence. It replaces the current planned silence."
      submitLabel="Pause 30 min"
      isDangerous={false}
      action={pauseBotAction}
      changes={ofBot(pausing.id)}
      hidden={{ botId: pausing.id, minutes: '30', reason: '' }}
      onClose={props.onClose}
    />
  );
}

/** The bots and pages whose names contain what is typed, and what can be done with those bots. */
export function PaletteList({ pages, onClose, onPause }: Props) {
  const router = useRouter();
  const [text, setText] = useState('');
  const typed = text.trim();
  const action = onPause ? AN_ACTION.exec(typed)?.[1]?.toLowerCase() : undefined;
  const { data, isError } = useQuery({
    ...botNamesQuery(usePaused(action === undefined ? typed : typed.replace(AN_ACTION, ''))),
    placeholderData: keepPreviousData,
  });
  const named = data?.data.bots ?? [];
  const api = useQuery({ ...apiPagesQuery, enabled: pages !== undefined && typed.length >= API_TEXT_MIN });
  const botId = botIdAt(usePathname());
  const queries = useQueryClient();
  const shown = botId && queries.getQueryData(botHeadQuery(botId).queryKey)?.data;

  const mayManage = !shown || shown.mayManage;

  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const hasText = (words: string) => words.toLowerCase().includes(typed.toLowerCase());
  const pagesOf = (places: readonly { readonly href: string; readonly label: string }[]): Choice[] =>
    places
      .filter(({ label }) => hasText(label))
      .map(({ href, label }) => ({ id: href, label, run: () => go(href) }));
  const actionsOf = ({ id, name }: Bot): Choice[] => [
    { id: `pause ${id}`, label: `Pause 30 min: ${name}`, run: () => onPause?.({ id, name }) },
    { id: `rotate ${id}`, label: `Rotate a key of ${name}`, run: () => go(paths.bot(id).keys) },
  ];
  const actions =
    action === undefined
      ? (shown && botId && onPause && mayManage ? actionsOf({ id: botId, name: shown.name }) : []).filter(
          ({ label }) => hasText(label),
        )
      : named
          .filter(({ role }) => role !== 'viewer')
          .flatMap(actionsOf)
          .filter(({ id }) => id.startsWith(action));
  const groups: readonly { heading: string; choices: readonly Choice[] }[] = [
    {
      heading: 'Bots',
      choices:
        action === undefined
          ? named.map(({ id, name, role }) => ({
              id,
              label: name,
              detail: role === null ? id : `${ROLE_WORDS[role]} · ${id}`,
              run: () => go(paths.bot(id).page),
            }))
          : [],
    },
    ...(pages === undefined
      ? []
      : [
          { heading: 'This bot', choices: botId === null ? [] : pagesOf(sectionsOf(botId)) },
          { heading: 'Actions', choices: actions },
          { heading: 'Pages', choices: pagesOf(pages) },
          {
            heading: 'API reference',
            choices: typed.length < API_TEXT_MIN ? [] : pagesOf([...GUIDES, ...(api.data ?? [])]),
          },
        ]),
  ];
  // Bots arrive after the pages and stand before them: the first item is chosen again.
  const first = groups.flatMap(({ choices }) => choices)[0]?.id ?? '';
  const [active, setActive] = useState(first);
  useEffect(() => setActive(first), [first]);
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
        placeholder={pages ? 'A bot, a page, “pause” or “rotate”' : 'Name or id of a bot'}
        // Also in a popover, whose list arrives after it has opened.
        autoFocus
        className={CONTROL}
      />
      <Command.List className="mt-2 max-h-80 overflow-y-auto">
        {groups.map(
          ({ heading, choices }) =>
            choices.length > 0 && (
              <Command.Group
                key={heading}
                heading={<span className="block px-2 pt-2 pb-1 text-muted text-xs">{heading}</span>}
              >
                {choices.map(({ id, label, detail, run }) => (
                  <Command.Item
                    key={id}
                    value={id}
                    onSelect={run}
                    className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-inner px-2 py-1 text-control aria-selected:bg-hover"
                  >
                    <bdi className="truncate">{label}</bdi>
                    {detail !== undefined && (
                      <code translate="no" className="text-muted text-xs">
                        {detail}
                      </code>
                    )}
                  </Command.Item>
                ))}
              </Command.Group>
            ),
        )}
        {first === '' && (
          <p role="status" className="py-4 text-muted">
            {isError ? 'Bots cannot be searched now.' : 'Nothing has this name.'}
          </p>
        )}
      </Command.List>
    </Command>
  );
}
