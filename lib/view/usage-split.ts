import type { UsageBreakdown } from '@/lib/domain/quota/breakdown';
import type { CountedOperation } from '@/lib/domain/quota/usage-part';
import { csv } from './csv';
import { OPERATION_NAMES } from './used-by';

/** What used the quota, for its chart and table. */

export type SplitBy = 'operation' | 'key';

/** An operation or a key, with its calls of the cycle. */
export type SplitName = { readonly name: string; readonly calls: number };
/** A day, with its calls by name, in the order of the names. */
export type SplitDay = { readonly date: string; readonly calls: number; readonly by: readonly number[] };
export type UsageSplit = { readonly names: readonly SplitName[]; readonly days: readonly SplitDay[] };

const NOT_SPLIT = 'Not split';

/** The calls of the days by operation or by key, those with most calls of the cycle first; what is not split comes last. */
export function splitUsage({ cycle, operations, keys, days }: UsageBreakdown, by: SplitBy): UsageSplit {
  const calls = new Map(
    by === 'key'
      ? keys.map((key) => [key.keyId, key.calls])
      : operations.map((each) => [each.operation, each.calls]),
  );
  const ofDay = (day: UsageBreakdown['days'][number]): Readonly<Record<string, number>> =>
    by === 'key' ? day.byKey : day.byOperation;
  for (const day of days) for (const id of Object.keys(ofDay(day))) calls.set(id, calls.get(id) ?? 0);
  const ids = [...calls.keys()].sort((a, b) => (calls.get(b) ?? 0) - (calls.get(a) ?? 0));
  const nameOf = (id: string) => {
    const key = keys.find(({ keyId }) => keyId === id);
    if (key === undefined) return OPERATION_NAMES[id as CountedOperation] ?? id;
    return key.last4 === null ? key.name : `${key.name} …${key.last4}`;
  };
  const isWhole = cycle.unsplit === 0 && days.every(({ unsplit }) => unsplit === 0);
  return {
    names: [
      ...ids.map((id) => ({ name: nameOf(id), calls: calls.get(id) ?? 0 })),
      ...(isWhole ? [] : [{ name: NOT_SPLIT, calls: cycle.unsplit }]),
    ],
    days: days.map((day) => ({
      date: day.date,
      calls: day.calls,
      by: [...ids.map((id) => ofDay(day)[id] ?? 0), ...(isWhole ? [] : [day.unsplit])],
    })),
  };
}

/** One after the other on top of each other. */
const COLORS = ['series-calls', 'series-reads', 'series-history', 'warning-mark'].map(
  (name) => `var(--${name})`,
);
const OTHERS_COLOR = 'var(--series-other)';

/** The members of a row of a chart or a table: its calls by name. */
export const partKey = (at: number): string => `part${at}`;
export const partsOf = ({ date, calls, by }: SplitDay) => ({
  date,
  calls,
  ...Object.fromEntries(by.map((each, at) => [partKey(at), each])),
});

/** What a chart draws: the names with most calls, the others together, and hatched what is not split. */
export function splitChart({ names, days }: UsageSplit) {
  const hasUnsplit = names.at(-1)?.name === NOT_SPLIT;
  const count = names.length - (hasUnsplit ? 1 : 0);
  // One more than there are colours would be the others alone.
  const shown = count > COLORS.length + 1 ? COLORS.length : count;
  const picked = (all: readonly number[]) => [
    ...all.slice(0, shown),
    ...(shown < count ? [all.slice(shown, count).reduce((sum, n) => sum + n, 0)] : []),
    ...(hasUnsplit ? all.slice(-1) : []),
  ];
  const calls = picked(names.map((each) => each.calls));
  const looks = [
    ...names
      .slice(0, shown)
      .map(({ name }, at) => ({ name, color: COLORS[at] ?? OTHERS_COLOR, kind: 'bar' }) as const),
    ...(shown < count ? [{ name: 'Others', color: OTHERS_COLOR, kind: 'bar' } as const] : []),
    ...(hasUnsplit ? [{ name: NOT_SPLIT, color: 'var(--muted)', kind: 'hatched' } as const] : []),
  ];
  return {
    series: looks.map((look, at) => ({ ...look, key: partKey(at), calls: calls[at] ?? 0 })),
    rows: days.map((day) => partsOf({ ...day, by: picked(day.by) })),
  };
}

/** Calls per day by name as a CSV file, oldest day first. */
export const splitCsv = ({ names, days }: UsageSplit): string =>
  csv(
    ['day', 'calls', ...names.map(({ name }) => name)],
    days.map(({ date, calls, by }) => [date, calls, ...by]),
  );
