import { Sparkline } from '@/components/charts/sparkline';
import type { Column } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { Cell, Row } from '@/components/ui/table';
import { Ago, Time } from '@/components/ui/time';
import type { KeyItem, KeysView } from '@/lib/contract/keys-view';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { activityHref } from '@/lib/view/activity-links';
import { keyUses } from '@/lib/view/key-uses';
import { percentText } from '@/lib/view/numbers';
import { refusalWords } from '@/lib/view/refusal-words';
import { KeyState } from './key-state';

const CALLS = 'Calls this cycle, share';
/** Left out where there is no room for it. */
const WIDE = 'max-xl:hidden';

/** The columns of a bot's keys: what each used, and why calls of it were refused. */
export function usedColumns({ bot, items, usage, lastErrors, nowMs }: KeysView): readonly Column<KeyItem>[] {
  const { ofKey } = keyUses(usage, items);
  return [
    {
      header: 'Name',
      className: 'max-w-60 truncate font-medium',
      title: ({ name }) => name,
      cell: (item) => (
        <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
          <bdi className="truncate">{item.name}</bdi>
          <KeyState item={item} nowMs={nowMs} isQuiet />
        </span>
      ),
    },
    { header: 'Key', cell: ({ last4 }) => <code translate="no" className="text-xs">{`btm_…${last4}`}</code> },
    {
      header: CALLS,
      className: 'sm:w-1/4',
      cell: ({ id }) => <Use {...(ofKey.get(id) ?? { calls: 0, share: 0 })} />,
    },
    {
      header: '30 days',
      className: WIDE,
      headClassName: WIDE,
      cell: ({ id }) => <Days days={ofKey.get(id)?.days ?? []} />,
    },
    {
      header: 'Last used',
      className: 'sm:min-w-24 max-lg:whitespace-normal',
      cell: ({ lastUsedAtMs }) =>
        lastUsedAtMs === null ? <Nothing word="Never" /> : <Ago atMs={lastUsedAtMs} nowMs={nowMs} />,
    },
    {
      header: 'Last error',
      className: 'max-xl:whitespace-normal',
      cell: ({ id }) => {
        const last = lastErrors[id];
        if (last === undefined) return <Nothing word="None in 7 days" />;
        return (
          <Link
            href={activityHref(bot.id, { kind: 'refused', key: id, error: last.error })}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            <Ago atMs={last.atMs} nowMs={nowMs} />
            <span>{`: ${refusalWords(last.error)}`}</span>
          </Link>
        );
      },
    },
    {
      header: 'Expires',
      className: 'max-lg:whitespace-normal',
      cell: ({ expiresAtMs }) =>
        expiresAtMs === null ? <Nothing word="Never" /> : <Time atMs={expiresAtMs} style="date" />,
    },
  ];
}

const Nothing = ({ word }: { word: string }) => <span className="text-muted">{word}</span>;

/** Calls, as a bar and as a share of all that were used. */
function Use({ calls, share }: { calls: number; share: number }) {
  return (
    <span className="grid min-w-40 grid-cols-[3.5rem_minmax(2rem,1fr)_3rem] items-center gap-3 text-right">
      <Num value={calls} />
      <span className="h-1.5 overflow-hidden rounded-inner bg-track">
        <span className="block h-full bg-series-calls" style={{ width: `${share}%` }} />
      </span>
      <span className="text-muted">{calls > 0 && share < 1 ? '<1%' : percentText(share, 0)}</span>
    </span>
  );
}

/** The calls of each of the last days, as a small line. */
function Days({ days }: { days: readonly number[] }) {
  if (days.every((calls) => calls === 0)) return null;
  const points = days.map((calls, day) => ({ atMs: day * DAY_MS, servers: calls }));
  const trend = { fromMs: 0, untilMs: (days.length - 1) * DAY_MS, points };
  return <Sparkline trend={trend} color="var(--series-calls)" gapMs={DAY_MS} />;
}

/** The used calls that none of the listed keys made, so that all rows together are the quota's. */
export const RestRows = ({ view: { usage, items } }: { view: KeysView }) =>
  keyUses(usage, items).rest.map(({ name, ...use }) => (
    <Row key={name} className="bg-inset text-muted">
      <Cell colSpan={2} label="Name">
        <span>{name}</span>
      </Cell>
      <Cell label={CALLS}>
        <Use {...use} />
      </Cell>
      <Cell colSpan={5} />
    </Row>
  ));
