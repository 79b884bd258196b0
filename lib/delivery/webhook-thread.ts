import type { DiscordMessage, PostResult, SignedMessage, WebhookSender } from '@/lib/ports/senders';
import { RequestThread } from '@/lib/threads/request-thread';
import { createGuard, judge } from './guard';
import type { WebhookSenderOptions } from './webhook-sender';

/** Given to the thread when it starts. */
export type ThreadOptions = Pick<WebhookSenderOptions, 'allow' | 'version'>;

/** One request to the thread; `close` ends the others and is answered after them. */
export type ThreadRequest =
  | { readonly kind: 'signed'; readonly message: SignedMessage }
  | { readonly kind: 'discord'; readonly message: DiscordMessage }
  | { readonly kind: 'close' };

/**
 * The webhook sender in a thread of its own, with a lower priority: requests come in bursts, and calls would wait for
 * them. `program` is the bundle of webhook-thread-program.ts, from the project's root.
 */
export function createThreadedWebhookSender(options: ThreadOptions, program = PROGRAM): WebhookSender {
  const guard = createGuard(options.allow);
  const thread = new RequestThread<ThreadRequest, PostResult>({
    program,
    workerData: options,
    closed: () => new Error('The webhook sender is closed.'),
    failed: (cause) => new Error('The webhook thread has ended.', { cause }),
  });
  return {
    judge: (address) => judge(guard, address),
    postSigned: (message) => thread.request({ kind: 'signed', message }),
    postDiscord: (message) => thread.request({ kind: 'discord', message }),
    close: () => thread.close({ kind: 'close' }),
  };
}

const PROGRAM = 'dist/webhook-thread.mjs';
