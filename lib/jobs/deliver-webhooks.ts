import type { Slot } from '@/lib/domain/alerts/delivery';
import type { DueWebhook } from '@/lib/domain/alerts/webhook';
import type { Ports } from '@/lib/ports/ports';
import { type ClaimedWebhook, findDue } from '@/lib/services/deliveries/claim';
import type { AttemptsOfClaim } from '@/lib/services/deliveries/record';
import { recordAndClaim } from '@/lib/services/deliveries/record-and-claim';
import { sendClaimed } from '@/lib/services/deliveries/send';
import { SetAside } from '@/lib/services/set-aside';
import { type Job, NO_ERROR, type WakeSignal } from './job';
import { type Timers, timers } from './timers';

/** How often due deliveries are looked for while requests are under way. */
const LOOK_EVERY_MS = 250;
/** How long the first result waits for others, to be stored with them in one transaction: calls wait for each. */
const GROUP_MS = 100;
/** How long a stop waits for requests. Later results are lost, and another instance repeats the requests. */
const STOP_MS = 5_000;
/** How often a stop tries to store the results, and the wait before it tries again. */
const STORE_TRIES = 5;
const STORE_AGAIN_MS = 250;

const NEVER = new AbortController().signal;

/** `origin` is that of links in messages; `null` for none. */
export type DeliveryOptions = {
  readonly origin: string | null;
  readonly random: () => number;
  readonly wake?: WakeSignal;
  /** By default those of the process. */
  readonly timers?: Timers;
};

/** Delivers events to webhooks. A run ends when nothing is due and no request is under way. */
export function deliverWebhooksJob(options: DeliveryOptions): Job {
  const loop = new DeliveryLoop(options);
  const { wake } = options;
  return {
    name: 'deliver-webhooks',
    everyMs: 1_000,
    ...(wake && { wake }),
    run: (ports, signal, aside) => loop.run(ports, signal, aside),
    end: (ports) => loop.end(ports),
  };
}

class DeliveryLoop {
  readonly #options: DeliveryOptions;
  readonly #timers: Timers;
  /** By webhook: one request at a time each. */
  readonly #underWay = new Map<string, Slot>();
  #finished: AttemptsOfClaim[] = [];
  #token = '';
  /** What failed where nobody waits for it; fails the next turn. */
  #error: unknown = null;
  #aside = new SetAside();
  /** Ends the current wait. */
  #wake = () => {};

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#timers = options.timers ?? timers;
  }

  async run(ports: Ports, signal: AbortSignal, aside?: SetAside): Promise<void> {
    if (aside !== undefined) this.#aside = aside;
    if (this.#token === '') this.#token = ports.secrets.newId();
    while (!signal.aborted) {
      const isIdle = await this.#turn(ports, signal);
      if (isIdle && this.#underWay.size === 0 && this.#finished.length === 0) return;
      if (this.#underWay.size > 0 && this.#finished.length === 0)
        await this.#untilNext(LOOK_EVERY_MS, signal);
      await this.#timers.wait(GROUP_MS, signal);
    }
  }

  /** Waits for the requests under way, and stores all results that are not stored yet. */
  async end(ports: Ports): Promise<void> {
    const stopping = AbortSignal.timeout(STOP_MS);
    while (this.#underWay.size > 0 && !stopping.aborted) await this.#untilNext(STOP_MS, stopping);
    for (let tries = 1; this.#finished.length > 0; tries++) {
      try {
        await this.#recordAndClaim(ports, []);
      } catch (error) {
        if (tries === STORE_TRIES) throw error;
        await this.#timers.wait(STORE_AGAIN_MS, NEVER);
      }
    }
    this.#throwError();
  }

  /** Stores what has ended and starts what is due; returns whether there was neither. */
  async #turn(ports: Ports, signal: AbortSignal): Promise<boolean> {
    this.#throwError();
    const found = await findDue(ports, [...this.#underWay.values()], this.#aside);
    // After a step of the clock, a webhook can seem to be free.
    const due = found.filter(({ id }) => !this.#underWay.has(id));
    if (due.length === 0 && this.#finished.length === 0) return true;
    const claimed = await this.#recordAndClaim(ports, due);
    const slots = new Map(due.map((webhook) => [webhook.id, webhook]));
    for (const each of claimed) {
      const slot = slots.get(each.webhookId);
      if (slot !== undefined) this.#start(ports, each, slot, signal);
    }
    return false;
  }

  #throwError(): void {
    const error = this.#error;
    this.#error = null;
    if (error !== null) throw error;
  }

  async #recordAndClaim(ports: Ports, due: readonly DueWebhook[]): Promise<ClaimedWebhook[]> {
    const finished = this.#finished;
    this.#finished = [];
    const [token, aside, { random }] = [this.#token, this.#aside, this.#options];
    try {
      return await recordAndClaim(ports, { finished, due, token, random, aside });
    } catch (error) {
      this.#finished = [...finished, ...this.#finished];
      throw error;
    }
  }

  #start(ports: Ports, claimed: ClaimedWebhook, slot: Slot, signal: AbortSignal): void {
    const { webhookId, botId, sealedAddress } = claimed;
    const { origin } = this.#options;
    this.#underWay.set(webhookId, slot);
    const sending = sendClaimed(ports, claimed, { origin, monotonicMs: this.#timers.monotonicMs, signal });
    const end = (sent: AttemptsOfClaim['sent']) => {
      this.#underWay.delete(webhookId);
      this.#finished.push({ webhookId, botId, sealedAddress, sent });
      this.#wake();
    };
    // A defect in what was sent, or of the sender.
    const failed = sending.then(end, (error) => {
      end([]);
      this.#aside.add(webhookId, error);
    });
    void failed.catch((error) => {
      this.#error = error;
    });
  }

  /** Resolves when a request ends, after `maxMs`, or when `signal` is aborted. */
  async #untilNext(maxMs: number, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    this.#wake = () => waiting.abort(NO_ERROR);
    signal.addEventListener('abort', this.#wake);
    await this.#timers.wait(maxMs, waiting.signal);
    signal.removeEventListener('abort', this.#wake);
  }
}
