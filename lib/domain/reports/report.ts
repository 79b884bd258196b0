/** One statistics report (contract section 3). Whole numbers within REPORT_BOUNDS. */
export type Report = {
  readonly serverCount: number;
  readonly userCount: number;
  readonly shardCount: number;
};

/** A report with the time at which it was accepted. */
export type TimedReport = Report & { readonly atMs: number };

/** Inclusive. */
export const REPORT_BOUNDS = {
  serverCount: { min: 0, max: 10_000_000 },
  userCount: { min: 0, max: 10_000_000_000 },
  shardCount: { min: 1, max: 100_000 },
} as const satisfies Record<keyof Report, { min: number; max: number }>;

export const DEFAULT_SHARD_COUNT = 1;

export const SNOWFLAKE_FORM = /^[1-9][0-9]{16,19}$/;
const SNOWFLAKE_MAX = 18_446_744_073_709_551_615n;

/**
 * Whether a text can be a bot's id: 17 to 20 digits, no leading zero, at most 2^64 − 1 (contract section 3, `botId`).
 */
export function isSnowflake(value: string): boolean {
  return SNOWFLAKE_FORM.test(value) && (value.length < 20 || BigInt(value) <= SNOWFLAKE_MAX);
}
