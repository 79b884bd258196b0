import { deliverWebhooksJob } from '@/lib/jobs/deliver-webhooks';
import { type Timers, timers } from '@/lib/jobs/timers';
import type { Ports } from '@/lib/ports/ports';
import type { PostResult } from '@/lib/ports/senders';
import { routeEvents } from '@/lib/services/events/route';

/** A request that would have been sent; `secrets` and `id` are empty for Discord. */
export type Posted = {
  readonly address: string;
  readonly secrets: readonly string[];
  readonly id: string;
  readonly body: string;
};

export const DELIVERED: PostResult = {
  isDelivered: true,
  status: 204,
  tookMs: 1,
  response: '',
  reason: '',
  retryAfterMs: null,
  isFromPrivateAddress: false,
};

export const failed = (status: number | null, over: Partial<PostResult> = {}): PostResult => ({
  ...DELIVERED,
  isDelivered: false,
  status,
  reason: 'The receiver refused.',
  ...over,
});

/** The waits of a job, cut short: it waits for others of a group, and tests are about what it does then. */
export const SHORT_WAITS: Timers = {
  ...timers,
  wait: (ms, signal) => timers.wait(Math.min(ms, 2), signal),
};

/** Replaces the network: records each request and responds as `respond` says. */
export function scriptedWebhooks(
  ports: Ports,
  respond: (posted: Posted) => PostResult | Promise<PostResult>,
) {
  const posts: Posted[] = [];
  const post = async (posted: Posted) => {
    posts.push(posted);
    return respond(posted);
  };
  const webhooks: Ports['webhooks'] = {
    ...ports.webhooks,
    postSigned: post,
    postDiscord: (message) => post({ ...message, secrets: [], id: '' }),
  };
  const scripted: Ports = { ...ports, webhooks };
  const signal = new AbortController().signal;
  return {
    ports: scripted,
    posts,
    /** Routes and delivers all that is due at the clock of the database. Retries come without their spread. */
    async deliver(): Promise<void> {
      await routeEvents(scripted);
      await deliverWebhooksJob({ origin: null, random: () => 0.5, timers: SHORT_WAITS }).run(
        scripted,
        signal,
      );
    },
  };
}
