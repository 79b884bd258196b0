import type { BotmeterError } from './error';
import type { Receipt } from './stats';
import type { PlanChange, QuotaChange } from './watch';

/** What listeners are called with. */
export type BotmeterEvents = {
  /** A report was accepted (API section 3). */
  report: Receipt;
  /** The service refused a call: status 400 to 499 (API section 5). */
  refused: BotmeterError;
  /** Anything else that went wrong: network, service, source, options, a listener. */
  error: BotmeterError;
  /** The status of the quota changed. */
  quota: QuotaChange;
  /** The plan was learnt or has changed. */
  plan: PlanChange;
};
