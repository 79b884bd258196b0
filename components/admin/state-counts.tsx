import { STATE_LOOK } from '@/components/bot/state-look';
import { Badge } from '@/components/ui/badge';
import { KeyValues } from '@/components/ui/key-values';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { paths, withQuery } from '@/lib/contract/paths';
import { type BotCounts, IDS_OF_STATE_MAX } from '@/lib/domain/bots/bot-counts';
import { WORST_FIRST } from '@/lib/domain/bots/bot-state';
import { STATE_WORDS } from '@/lib/view/state-words';

type Props = Pick<BotCounts, 'states' | 'servers' | 'users' | 'withoutReport'>;

/** How many bots are in each state, worst first; each state leads to its bots. Then what they last reported. */
export function StateCounts({ states, servers, users, withoutReport }: Props) {
  const total = Object.values(states).reduce((sum, { count }) => sum + count, 0);
  const shown = WORST_FIRST.filter((name) => states[name].count > 0);
  const isCut = shown.some((name) => states[name].count > IDS_OF_STATE_MAX);
  return (
    <>
      <p className="mb-2">
        <Link href={paths.admin.bots} className="font-semibold text-xl underline-offset-4 hover:underline">
          <Num value={total} /> <span>{total === 1 ? 'bot' : 'bots'}</span>
        </Link>
      </p>
      <ul>
        {shown.map((name) => {
          const { tone, icon: Icon } = STATE_LOOK[name];
          return (
            <li
              key={name}
              className="flex min-h-8 items-center justify-between gap-4 border-b last:border-b-0"
            >
              <Badge tone={tone} icon={<Icon />}>
                {STATE_WORDS[name]}
              </Badge>
              <Link
                href={withQuery(paths.admin.bots, { state: name })}
                className="-m-1 p-1 underline underline-offset-4"
              >
                <Num value={states[name].count} />
                <span className="sr-only">{` bots: ${STATE_WORDS[name]}`}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <div className="mt-2">
        <KeyValues
          items={[
            { name: 'Servers', value: <Num value={servers} /> },
            { name: 'Users', value: <Num value={users} /> },
            { name: 'Never reported', value: <Num value={withoutReport} /> },
          ]}
        />
      </div>
      {isCut && (
        <p className="mt-2 text-muted text-xs">
          The links show the first {IDS_OF_STATE_MAX} bots of a state.
        </p>
      )}
    </>
  );
}
