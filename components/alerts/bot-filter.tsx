import { Button, ButtonLink } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { paths } from '@/lib/contract/paths';
import { notificationsHref } from '@/lib/view/notification-links';

type NamedBot = { readonly id: string; readonly name: string };

type Props = {
  bots: readonly NamedBot[];
  /** The one that is shown; `null` for all. */
  bot: NamedBot | null;
  /** The kind that stays chosen; `null` for all. */
  kind: string | null;
};

/** Limits the notifications to a bot: a plain form, so that the result has an address. */
export function BotFilter({ bots, bot, kind }: Props) {
  const isListed = bot === null || bots.some(({ id }) => id === bot.id);
  const options = [
    { value: '', label: 'All bots' },
    ...(isListed ? bots : [bot, ...bots]).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <form
      action={paths.notifications}
      method="get"
      className="flex w-full flex-wrap items-center gap-2 sm:w-auto"
    >
      {kind !== null && <input type="hidden" name="kind" value={kind} />}
      <Select
        // New when the address changes.
        key={bot?.id}
        name="bot"
        aria-label="Bot"
        options={options}
        defaultValue={bot?.id ?? ''}
        className="min-w-0 flex-1 sm:w-60 sm:flex-none"
      />
      <Button type="submit">Show</Button>
      {bot !== null && (
        <ButtonLink href={notificationsHref({ botId: null, kind })} variant="ghost">
          All bots
        </ButtonLink>
      )}
    </form>
  );
}
