import type { WebhookDelivery } from '@/lib/domain/alerts/delivery';
import { STATUS_REASONS, type Webhook } from '@/lib/domain/alerts/webhook';
import { waitText } from './durations';

export type WebhookStateName = 'on' | 'failing' | 'off' | 'stopped' | 'unreadable' | 'paused';

export type WebhookState = {
  readonly name: WebhookStateName;
  readonly word: string;
  /** Since when, if that matters. */
  readonly sinceMs: number | null;
  /** Why it is not on, one sentence; `null` if it is. */
  readonly reason: string | null;
};

type Shown = Pick<Webhook, 'status' | 'statusReason' | 'statusAtMs' | 'health' | 'firstFailureAtMs'>;

/** The state of a webhook in words. `stopped` is off because it failed, `off` because a person wanted it. */
export function webhookState(webhook: Shown): WebhookState {
  const { status, statusReason, statusAtMs, health, firstFailureAtMs } = webhook;
  if (status === 'on') {
    return health === 'failing'
      ? { name: 'failing', word: 'Failing', sinceMs: firstFailureAtMs, reason: null }
      : { name: 'on', word: 'On', sinceMs: null, reason: null };
  }
  const reason = statusReason === null ? null : STATUS_REASONS[statusReason];
  if (statusReason === 'unreadable') return { name: 'unreadable', word: 'Set again', sinceMs: null, reason };
  if (status === 'paused') return { name: 'paused', word: 'Paused', sinceMs: statusAtMs, reason };
  const name = statusReason === 'person' ? 'off' : 'stopped';
  return { name, word: 'Switched off', sinceMs: statusAtMs, reason };
}

const KINDS = { signed: 'Signed webhook', discord: 'Discord' } as const;
export const webhookKind = ({ kind }: Pick<Webhook, 'kind'>): string => KINDS[kind];

/** How pages name a webhook: its host, and the end of its address, which tells those of one host apart. */
export const webhookName = ({ host, last4 }: Pick<Webhook, 'host' | 'last4'>): string => `${host} …${last4}`;

type Waiting = Pick<WebhookDelivery, 'tries' | 'nextAtMs'>;

/** When a delivery that waits is tried, after its state; `null` if that is a time to wait until. */
export function nextTryText({ tries, nextAtMs }: Waiting, nowMs: number): string | null {
  if (nextAtMs === null) return 'until the webhook is on';
  const isDue = nextAtMs <= nowMs;
  if (tries === 0) return isDue ? 'due now' : null;
  return isDue ? 'next try now' : `next try in ${waitText(nextAtMs - nowMs)}`;
}
