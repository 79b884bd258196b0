/** What a bot reports (API section 3). Whole numbers. */
export type Stats = {
  /** 0 … 10 000 000 */
  readonly serverCount: number;
  /** 0 … 10 000 000 000 */
  readonly userCount: number;
  /** 1 … 100 000; defaults to 1. */
  readonly shardCount?: number;
};

/** An accepted report, as the service stored it (API section 3). */
export type Receipt = {
  readonly botId: string;
  readonly botName: string;
  readonly serverCount: number;
  readonly userCount: number;
  readonly shardCount: number;
  /** ISO 8601, UTC, by the clock of the service. */
  readonly updatedAt: string;
  /** The plan in force; services before this member leave it out. */
  readonly tier?: { readonly name: string; readonly updateIntervalMinutes: number };
};

const BOUNDS = {
  serverCount: [0, 10_000_000],
  userCount: [0, 10_000_000_000],
  shardCount: [1, 100_000],
} as const;

/** Every number that the service would refuse, in one sentence; `null` if all are valid (API section 3). */
export function statsError(stats: unknown): string | null {
  if (typeof stats !== 'object' || stats === null) return 'The statistics are not an object.';
  const given: Record<string, unknown> = { shardCount: 1, ...stats };
  if (given.shardCount === undefined) given.shardCount = 1;
  const errors = Object.entries(BOUNDS)
    .filter(([name, [min, max]]) => !isWholeNumberIn(given[name], min, max))
    .map(([name, [min, max]]) => `${name} must be a whole number from ${min} to ${max}`);
  return errors.length === 0 ? null : `${errors.join('; ')}.`;
}

function isWholeNumberIn(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}
