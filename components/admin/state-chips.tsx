import { stateChips } from '@/components/bot/state-chips';
import { ChipLinks } from '@/components/ui/chip-links';
import { paths, withQuery } from '@/lib/contract/paths';
import { type BotCounts, botsIn } from '@/lib/domain/bots/bot-counts';

type Groups = BotCounts['groups'];

/** How many bots are in each group. */
export const countsOf = (groups: Groups): Readonly<Record<keyof Groups, number>> =>
  Object.fromEntries(Object.entries(groups).map(([group, { count }]) => [group, count])) as Record<
    keyof Groups,
    number
  >;

/** How many bots are in each state; each leads to its bots. */
export const StateChips = ({ groups }: Pick<BotCounts, 'groups'>) => (
  <ChipLinks
    label="State"
    value={null}
    chips={[
      { value: '', label: 'All', count: botsIn({ groups }), href: paths.admin.bots },
      ...stateChips(countsOf(groups)).map((chip) => ({
        ...chip,
        href: withQuery(paths.admin.bots, { state: chip.value }),
      })),
    ]}
  />
);
