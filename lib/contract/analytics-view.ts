import type { Analytics } from '@/lib/domain/analytics/analytics';
import type { PlanName } from '@/lib/domain/plan';

/** The data of a bot's Analytics page. Times in milliseconds. */
export type AnalyticsView = {
  readonly nowMs: number;
  readonly bot: { readonly id: string; readonly name: string };
  readonly plan: PlanName;
  /** `null` if too many reads wait. */
  readonly analytics: Analytics | null;
};
