import { STATE_LOOK } from '@/components/bot/state-look';
import { Badge } from '@/components/ui/badge';
import { KeyValues } from '@/components/ui/key-values';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { paths, withQuery } from '@/lib/contract/paths';
import { BOT_GROUPS, type BotCounts, type BotGroup, IDS_OF_GROUP_MAX } from '@/lib/domain/bots/bot-counts';
import { BOT_STATES, WORST_FIRST } from '@/lib/domain/bots/bot-state';
import { GROUP_WORDS } from '@/lib/view/state-words';

type Props = Pick<BotCounts, 'groups' | 'servers' | 'users'>;

/** How many bots are in each state, worst first; each state leads to its bots. Then what they last reported. */
export function StateCounts({ groups, servers, users }: Props) {
  const total = BOT_STATES.reduce((sum, name) => sum + groups[name].count, 0);
  const shown = WORST_FIRST.filter((name) => groups[name].count > 0);
  const isCut = BOT_GROUPS.some((name) => groups[name].count > IDS_OF_GROUP_MAX);
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
                {GROUP_WORDS[name]}
              </Badge>
              <GroupLink name={name} count={groups[name].count} />
            </li>
          );
        })}
      </ul>
      <div className="mt-2">
        <KeyValues
          items={[
            { name: 'Servers', value: <Num value={servers} /> },
            { name: 'Users', value: <Num value={users} /> },
            ...(['without-report', 'without-key'] as const).map((name) => ({
              name: GROUP_WORDS[name],
              value: <GroupLink name={name} count={groups[name].count} />,
            })),
          ]}
        />
      </div>
      {isCut && (
        <p className="mt-2 text-muted text-xs">The links show the first {IDS_OF_GROUP_MAX} bots of each.</p>
      )}
    </>
  );
}

function GroupLink({ name, count }: { name: BotGroup; count: number }) {
  if (count === 0) return <Num value={0} />;
  return (
    <Link
      href={withQuery(paths.admin.bots, { state: name })}
      className="-m-1 p-1 underline underline-offset-4"
    >
      <Num value={count} />
      <span className="sr-only">{` bots: ${GROUP_WORDS[name]}`}</span>
    </Link>
  );
}
