import type { Plan } from '../quota/plan';
import type { Change } from './change';
import type { Coverage } from './coverage';
import type { Gap } from './gaps';
import type { Changes, Month, Trends } from './trends';

/** Something of both counts. */
export type Both<Value> = { readonly servers: Value; readonly users: Value };

/** The highest value and when it was first reached: to the hour where reports are kept by the hour. */
export type PeakTime = { readonly value: number; readonly atMs: number };

/** What the level `advanced` adds. */
export type AdvancedAnalytics = {
  readonly trends: Trends | null;
  readonly gaps: readonly Gap[];
  readonly previous: Both<Changes>;
};

/** What the level `enterprise` adds. */
export type EnterpriseAnalytics = {
  readonly months: readonly Month[];
  readonly records: Both<PeakTime | null>;
  readonly yearOnYear: Both<Change | null>;
};

/** The analytics of a bot (contract section 8); a level that its plan does not have is `null`. */
export type Analytics = {
  readonly level: Plan['analyticsLevel'];
  readonly growth: Both<{ readonly current: number | null; readonly changes: Changes }>;
  readonly coverage: Coverage;
  readonly advanced: AdvancedAnalytics | null;
  readonly enterprise: EnterpriseAnalytics | null;
};
