import type { Ports } from '@/lib/ports/ports';
import { analyticsOf } from '../analytics/read';
import { fairRead, type WaitingCall } from './fair-read';

/** A counted read of a bot's analytics (contract section 8). */
export const readAnalytics = (ports: Pick<Ports, 'store' | 'directory'>, call: WaitingCall) =>
  fairRead(ports, call, (history, account, nowMs) => analyticsOf({ history }, account, nowMs));
