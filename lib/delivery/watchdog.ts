import type { Watchdog } from '@/lib/ports/senders';
import { failureReason } from './exchange';
import { createGuard } from './guard';
import { createHttpPost } from './http-post';
import { createResolve, type Resolve } from './resolve';

type Options = {
  /** WATCHDOG_URL: whoever knows it can hide that this service is dead, so only its host is ever shown. */
  readonly url: string;
  /** The value of WEBHOOK_ALLOW. */
  readonly allow: readonly string[];
  readonly version: string;
  readonly resolve?: Resolve;
};

const TIME_LIMIT_MS = 10_000;

/** Requests the address of a dead man's switch outside, under the same guard as webhooks. */
export function createWatchdog({ url, allow, version, resolve = createResolve() }: Options): Watchdog {
  const { post, close } = createHttpPost({ guard: createGuard(allow), resolve, timeLimitMs: TIME_LIMIT_MS });
  const address = new URL(url);
  return {
    host: address.host,
    async request() {
      try {
        const { status } = await post(address, { 'User-Agent': `Botmeter/${version}` }, null);
        return status >= 200 && status <= 299 ? null : `It responded with ${status}.`;
      } catch (error) {
        return failureReason(error);
      }
    },
    close,
  };
}
