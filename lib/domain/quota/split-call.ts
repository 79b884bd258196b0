import type { Account } from '../bots/account';
import type { PartsEffect } from '../reports/effect';
import { areDaysDropped, dayOf, isDayKept } from './days';
import { addKey, addOperation, type CountedOperation, type CurrentPart, type KeyNumber } from './usage-part';

/**
 * Adds a call to the parts of an account that is rolled forward and has not counted it yet. The part of an earlier
 * moment is moved to the table by the first call of another day or cycle.
 */
export function splitCall(
  account: Account,
  operation: CountedOperation,
  key: KeyNumber,
  nowMs: number,
): { readonly usagePart: CurrentPart; readonly effects: readonly PartsEffect[] } {
  const { usagePart: current, cycle, days } = account;
  const day = dayOf(nowMs);
  const isSame = current !== null && current.day === day && current.cycle === cycle.index;
  const part = isSame ? current : nextPart(account, day, nowMs);
  const usagePart = {
    ...part,
    operations: addOperation(part.operations, operation),
    keys: addKey(part.keys, key),
  };
  if (current === null) return { usagePart, effects: [] };
  const isMoved = !isSame && current.keys.length > 0 && isDayKept(current.day, day);
  if (!isMoved && !areDaysDropped(days, day)) return { usagePart, effects: [] };
  return { usagePart, effects: [{ kind: 'parts', moved: isMoved ? current : null, day }] };
}

function nextPart({ usagePart: current, cycle, days }: Account, day: number, nowMs: number): CurrentPart {
  const lastCounted = days.findLast(({ calls }) => calls > 0)?.day ?? day - 1;
  return {
    startedAtMs: Math.max(nowMs, (current?.startedAtMs ?? 0) + 1),
    day,
    cycle: cycle.index,
    operations: [],
    keys: [],
    splitFromDay: current?.splitFromDay ?? Math.max(day, lastCounted + 1),
    isCycleSplit: cycle.used === 0 || (current?.cycle === cycle.index && current.isCycleSplit),
  };
}

/** Forgets the parts of the days that a refused call drops, as they must not be counted to a day that is counted anew. */
export function dropParts(
  { usagePart: current, cycle, days }: Account,
  nowMs: number,
): { readonly usagePart: CurrentPart | null; readonly effects: readonly PartsEffect[] } {
  const day = dayOf(nowMs);
  if (current === null || !areDaysDropped(days, day)) return { usagePart: current, effects: [] };
  const isCycleSplit = current.isCycleSplit && current.cycle === cycle.index;
  const kept = isDayKept(current.day, day) ? {} : { operations: [], keys: [] };
  return {
    usagePart: { ...current, ...kept, isCycleSplit },
    effects: [{ kind: 'parts', moved: null, day }],
  };
}
