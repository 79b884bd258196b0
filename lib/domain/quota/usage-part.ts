/** The operations that count. The database stores their positions: new ones are added at the end. */
export const COUNTED_OPERATIONS = [
  'report',
  'report_form',
  'usage',
  'breakdown',
  'bot',
  'history',
  'stats_history',
  'analytics',
  'votes',
  'marks',
] as const;
export type CountedOperation = (typeof COUNTED_OPERATIONS)[number];

/** A small number of a key within its bot, from 1 on, or one of the two below. */
export type KeyNumber = number;
/** In place of a key: the call was made on the dashboard. */
export const FORM: KeyNumber = 0;
/** In place of keys without a number or a place of their own. */
export const OTHER_KEYS: KeyNumber = -1;
/** The most keys of a part that are counted apart. */
const KEYS_OF_PART = 64;

/** Calls by position of the operation or by number of the key. */
export type Tally = readonly (readonly [of: number, calls: number])[];

/** The counted calls of a bot on one UTC day within one cycle (contract section 12). Both tallies have the same sum. */
export type UsagePart = {
  /** When it began. Later than that of the part before, also after a clock step, so it names a part of a bot. */
  readonly startedAtMs: number;
  readonly day: number;
  readonly cycle: number;
  readonly operations: Tally;
  readonly keys: Tally;
};

/** The part that is being added to. All earlier ones are in their table, and never change. */
export type CurrentPart = UsagePart & {
  /** All counted calls of this and later days are in parts. */
  readonly splitFromDay: number;
  /** Whether all counted calls of its cycle are in parts. */
  readonly isCycleSplit: boolean;
};

export const sumOf = (tally: Tally): number => tally.reduce((sum, [, calls]) => sum + calls, 0);

/** Adds one call of an operation. */
export const addOperation = (tally: Tally, operation: CountedOperation): Tally =>
  withOneMore(tally, COUNTED_OPERATIONS.indexOf(operation));

/** Adds one call of a key; from the 65th key of a part on, to the others. */
export function addKey(tally: Tally, key: KeyNumber): Tally {
  if (key <= FORM || tally.some(([of]) => of === key)) return withOneMore(tally, key);
  const isFull = tally.filter(([of]) => of > FORM).length >= KEYS_OF_PART;
  return withOneMore(tally, isFull ? OTHER_KEYS : key);
}

function withOneMore(tally: Tally, added: number): Tally {
  const at = tally.findIndex(([of]) => of === added);
  if (at === -1) return [...tally, [added, 1]];
  return tally.map((entry, i) => (i === at ? ([added, entry[1] + 1] as const) : entry));
}
