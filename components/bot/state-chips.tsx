import type { Chip } from '@/components/ui/chip-links';
import type { BotGroup } from '@/lib/domain/bots/bot-counts';
import { WORST_FIRST } from '@/lib/domain/bots/bot-state';
import { GROUP_WORDS } from '@/lib/view/state-words';
import { STATE_LOOK } from './state-look';

const SHOWN: readonly BotGroup[] = [...WORST_FIRST, 'without-key', 'without-report'];

function Mark({ group }: { group: BotGroup }) {
  if (group === 'without-key' || group === 'without-report') return null;
  const { icon: Icon, mark } = STATE_LOOK[group];
  return <Icon className={mark} />;
}

/** A chip for each state that bots are in, the worst first, and for what they lack; `chosen` is there even without bots. */
export const stateChips = (
  counts: Readonly<Partial<Record<BotGroup, number>>>,
  chosen?: string,
): readonly Omit<Chip, 'href'>[] =>
  SHOWN.map((group) => ({
    value: group,
    label: GROUP_WORDS[group],
    count: counts[group] ?? 0,
    icon: <Mark group={group} />,
  })).filter(({ value, count }) => count > 0 || value === chosen);
