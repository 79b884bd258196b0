import { STATE_LOOK } from '@/components/bot/state-look';
import { type Chip, ChipLinks } from '@/components/ui/chip-links';
import { paths, withQuery } from '@/lib/contract/paths';
import { type BotCounts, type BotGroup, botsIn } from '@/lib/domain/bots/bot-counts';
import { WORST_FIRST } from '@/lib/domain/bots/bot-state';
import { GROUP_WORDS } from '@/lib/view/state-words';

const SHOWN: readonly BotGroup[] = [...WORST_FIRST, 'without-key', 'without-report'];

function Mark({ group }: { group: BotGroup }) {
  if (group === 'without-key' || group === 'without-report') return null;
  const { icon: Icon, mark } = STATE_LOOK[group];
  return <Icon className={mark} />;
}

/** A chip for each state that bots are in, the worst first, and for what they lack; `chosen` is there even without bots. */
export const stateChips = (groups: BotCounts['groups'], chosen?: string): readonly Omit<Chip, 'href'>[] =>
  SHOWN.filter((group) => groups[group].count > 0 || group === chosen).map((group) => ({
    value: group,
    label: GROUP_WORDS[group],
    count: groups[group].count,
    icon: <Mark group={group} />,
  }));

/** How many bots are in each state; each leads to its bots. */
export const StateChips = ({ groups }: Pick<BotCounts, 'groups'>) => (
  <ChipLinks
    label="State"
    value={null}
    chips={[
      { value: '', label: 'All', count: botsIn({ groups }), href: paths.admin.bots },
      ...stateChips(groups).map((chip) => ({
        ...chip,
        href: withQuery(paths.admin.bots, { state: chip.value }),
      })),
    ]}
  />
);
