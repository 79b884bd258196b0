import type { Account } from '../bots/account';
import { dayText, isoTime } from '../text/time';
import { cycleEndMs, cycleStartMs, DAY_COUNTS_KEPT, dayOf, fillDays } from './days';
import {
  COUNTED_OPERATIONS,
  type CountedOperation,
  FORM,
  type KeyNumber,
  sumOf,
  type Tally,
  type UsagePart,
} from './usage-part';

/** A key that calls are counted to, also after its end. */
export type NumberedKey = {
  readonly number: KeyNumber;
  readonly id: string;
  readonly name: string;
  readonly last4: string;
  readonly lastUsedAtMs: number | null;
};

type Calls = Readonly<Record<string, number>>;

/** What used the quota (contract section 12). Times are ISO 8601 UTC with milliseconds. */
export type UsageBreakdown = {
  readonly cycle: {
    readonly startedAt: string;
    readonly resetAt: string;
    readonly used: number;
    readonly unsplit: number;
  };
  /** Of the cycle. */
  readonly operations: readonly { readonly operation: CountedOperation; readonly calls: number }[];
  /** Of the cycle; those that were last used in the cycle before have 0 calls. */
  readonly keys: readonly {
    readonly keyId: string;
    readonly name: string;
    readonly last4: string | null;
    readonly calls: number;
    readonly lastUsedAt: string | null;
  }[];
  /** The last 31 UTC days or since registration, oldest first, today last. */
  readonly days: readonly {
    readonly date: string;
    readonly calls: number;
    readonly unsplit: number;
    readonly byOperation: OperationCalls;
    readonly byKey: Calls;
  }[];
};

/** In place of a key. */
const NOT_A_KEY = { last4: null, lastUsedAt: null };
const FORM_ROW = { keyId: 'form', name: 'Sent from the dashboard', ...NOT_A_KEY };
const OTHER_ROW = { keyId: 'other', name: 'Other keys', ...NOT_A_KEY };

/** The breakdown at `nowMs` of an account rolled forward to it: `parts` are all of its parts. */
export function usageBreakdown(
  account: Account,
  parts: readonly UsagePart[],
  keys: readonly NumberedKey[],
  nowMs: number,
): UsageBreakdown {
  const { registeredAtMs, cycle } = account;
  const byNumber = new Map(keys.map((key) => [key.number, key]));
  const rowOf = (number: KeyNumber) => {
    const key = byNumber.get(number);
    if (key === undefined) return number === FORM ? FORM_ROW : OTHER_ROW;
    const { id, name, last4, lastUsedAtMs } = key;
    return { keyId: id, name, last4, lastUsedAt: lastUsedAtMs === null ? null : isoTime(lastUsedAtMs) };
  };
  const keyIdOf = (number: KeyNumber) => rowOf(number).keyId;

  const today = dayOf(nowMs);
  const firstDay = Math.min(today, Math.max(dayOf(registeredAtMs), today - DAY_COUNTS_KEPT + 1));
  const shown = parts.filter(({ day }) => firstDay <= day && day <= today);
  const ofCycle = parts.filter((part) => part.cycle === cycle.index);
  const operations = callsByOperation(ofCycle);
  const byKeyId = callsBy(ofCycle, 'keys', keyIdOf);
  const rows = new Map(
    [...shown, ...ofCycle].flatMap(({ keys }) => keys.map(([of]) => [keyIdOf(of), rowOf(of)])),
  );
  return {
    cycle: {
      startedAt: isoTime(cycleStartMs(registeredAtMs, cycle.index)),
      resetAt: isoTime(cycleEndMs(registeredAtMs, cycle.index)),
      used: cycle.used,
      unsplit: Math.max(0, cycle.used - callsOf(ofCycle)),
    },
    operations: COUNTED_OPERATIONS.flatMap((operation) => {
      const calls = operations[operation];
      return calls === undefined ? [] : [{ operation, calls }];
    }),
    keys: [...rows.values()]
      .map((row) => ({ ...row, calls: byKeyId[row.keyId] ?? 0 }))
      .sort((a, b) => b.calls - a.calls),
    days: fillDays(account.days, firstDay, today).map(({ day, calls }) => {
      const ofDay = shown.filter((part) => part.day === day);
      return {
        date: dayText(day),
        calls,
        unsplit: Math.max(0, calls - callsOf(ofDay)),
        byOperation: callsByOperation(ofDay),
        byKey: callsBy(ofDay, 'keys', keyIdOf),
      };
    }),
  };
}

const operationOf = (position: number): CountedOperation => COUNTED_OPERATIONS[position] ?? 'report';

export type OperationCalls = Readonly<Partial<Record<CountedOperation, number>>>;

/** The calls of some parts by operation, without those that have none. */
export const callsByOperation = (parts: readonly UsagePart[]): OperationCalls =>
  callsBy(parts, 'operations', operationOf);

/** The calls of a day that were reports, reads of the present, and reads of the history; the rest is other, or not known. */
export type DayCalls = readonly [reports: number, reads: number, history: number];
const OF_DAY: readonly (readonly CountedOperation[])[] = [
  ['report', 'report_form'],
  ['usage', 'breakdown', 'bot', 'analytics'],
  ['history', 'stats_history'],
];

/** The same for some UTC days. */
export const callsOfDays = (parts: readonly UsagePart[], dates: readonly string[]): DayCalls[] =>
  dates.map((date) => {
    const calls = callsByOperation(parts.filter(({ day }) => dayText(day) === date));
    const sums = OF_DAY.map((all) => all.reduce((sum, operation) => sum + (calls[operation] ?? 0), 0));
    return sums as unknown as DayCalls;
  });

/** Whether the parts of an account add up (invariant I11): one sentence if they do not, else `null`. */
export function splitProblem(account: Account, earlier: readonly UsagePart[]): string | null {
  const { botId, usagePart: current, days, cycle } = account;
  const parts = current === null ? earlier : [...earlier, current];
  const uneven = parts.find(({ operations, keys }) => sumOf(operations) !== sumOf(keys));
  if (uneven !== undefined)
    return `Bot ${botId}: on ${dayText(uneven.day)} the calls by operation and by key differ.`;
  for (const day of new Set([...parts, ...days].map((of) => of.day))) {
    const counted = days.find((d) => d.day === day)?.calls ?? 0;
    const split = callsOf(parts.filter((part) => part.day === day));
    const isWhole = current !== null && day >= current.splitFromDay;
    if (isWhole ? split !== counted : split > counted)
      return `Bot ${botId}: ${counted} calls are counted on ${dayText(day)}, and ${split} by operation.`;
  }
  const ofCycle = callsOf(parts.filter((part) => part.cycle === cycle.index));
  const isWhole = current?.cycle === cycle.index && current.isCycleSplit;
  if (isWhole ? ofCycle !== cycle.used : ofCycle > cycle.used)
    return `Bot ${botId}: ${cycle.used} calls are counted in the cycle, and ${ofCycle} by operation.`;
  return null;
}

const callsOf = (parts: readonly UsagePart[]): number =>
  parts.reduce((sum, { operations }) => sum + sumOf(operations), 0);

function callsBy(
  parts: readonly UsagePart[],
  what: 'operations' | 'keys',
  nameOf: (of: number) => string,
): Calls {
  const calls: Record<string, number> = {};
  for (const [of, more] of parts.flatMap((part): Tally => part[what])) {
    const name = nameOf(of);
    calls[name] = (calls[name] ?? 0) + more;
  }
  return calls;
}
