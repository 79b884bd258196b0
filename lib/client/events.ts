import type { PlanChange, QuotaChange } from './change-detector';
import type { BotmeterError } from './error';
import type { Receipt } from './stats';

/** Payloads of the events. */
export type BotmeterEvents = {
  /** A report was accepted (API section 3). */
  report: Receipt;
  /** The service refused a call with a status from 400 to 499 (API section 5). */
  refused: BotmeterError;
  /** Any other error: network, service, source, options or a listener. */
  error: BotmeterError;
  /** The status of the quota changed. */
  quota: QuotaChange;
  /** The plan became known or changed. */
  plan: PlanChange;
};
