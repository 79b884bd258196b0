import type { DueWebhook } from '@/lib/domain/alerts/webhook';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import type { Ports } from '@/lib/ports/ports';
import { writeApart } from '@/lib/ports/write-apart';
import { SetAside } from '../set-aside';
import { botLock } from '../write';
import { type ClaimedWebhook, claimWebhooks, deliveryId } from './claim';
import { type AttemptsOfClaim, type DeliveryAttempt, recordAttempts } from './record';

/** What an instance has sent, and what it would send next. */
export type DeliveryRound = {
  readonly finished: readonly AttemptsOfClaim[];
  readonly due: readonly DueWebhook[];
  /** Names the instance in its claims. */
  readonly token: string;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Webhooks, and deliveries by `deliveryId`, whose rows the database refuses. */
  readonly aside?: SetAside;
};
type RoundPorts = Pick<Ports, 'directory' | 'vault'>;

/** How long a webhook waits of which all due deliveries are set aside; its later events wait with it. */
const PAUSE_MS = MINUTE_MS;

/**
 * Stores the results of an instance and claims webhooks for it, together in one transaction: a commit each would take
 * most of the time of a delivery. One that the database refuses is set aside.
 */
export async function recordAndClaim(
  ports: RoundPorts,
  { finished, due, token, random, aside = new SetAside() }: DeliveryRound,
): Promise<ClaimedWebhook[]> {
  const all = [
    ...finished.map((each) => ({ ...each, isDue: false as const })),
    ...due.map(({ id, botId }) => ({ webhookId: id, botId, isDue: true as const })),
  ];
  const claimed: ClaimedWebhook[] = [];
  const refused = await writeApart(all, async (some) => {
    const sent = some.filter((each) => !each.isDue);
    const ids = some.filter(({ isDue }) => isDue).map(({ webhookId }) => webhookId);
    const locks = [...new Set(some.map(({ botId }) => botId))].map(botLock);
    const result = await ports.directory.write(locks, async (tables, nowMs) => {
      await recordAttempts(tables, sent, token, nowMs, random);
      await tables.webhooks.release(webhookIds(sent), token);
      return claimWebhooks(tables, ports.vault, { ids, token, aside }, nowMs);
    });
    claimed.push(...result.claimed);
    for (const id of result.paused) aside.pause(id, PAUSE_MS);
  });
  for (const { item, error } of refused) {
    if (item.isDue) aside.add(item.webhookId, error);
    else await recordApart(ports, item, { token, random, aside });
  }
  return claimed;
}

const webhookIds = (all: readonly AttemptsOfClaim[]): string[] => all.map(({ webhookId }) => webhookId);

/** Stores each result of a webhook by itself, and without the receiver's text if it is that which is refused. */
async function recordApart(
  { directory }: RoundPorts,
  finished: AttemptsOfClaim,
  { token, random, aside }: Required<Pick<DeliveryRound, 'token' | 'random' | 'aside'>>,
): Promise<void> {
  const { webhookId, botId } = finished;
  const record = (sent: readonly DeliveryAttempt[]) =>
    directory.write([botLock(botId)], (tables, nowMs) =>
      recordAttempts(tables, [{ ...finished, sent }], token, nowMs, random),
    );
  const all = finished.sent.flatMap(({ eventIds, result }) => eventIds.map((id) => ({ id, result })));
  const refused = await writeApart(all, (some) =>
    record(some.map(({ id, result }) => ({ eventIds: [id], result }))),
  );
  for (const { item } of refused) {
    const result = { ...item.result, response: '', reason: item.result.reason && NOT_STORED };
    await aside.attempt(deliveryId(webhookId, item.id), () => record([{ eventIds: [item.id], result }]));
  }
  const release = () =>
    directory.write([botLock(botId)], ({ webhooks }) => webhooks.release([webhookId], token));
  await aside.attempt(webhookId, release);
}

const NOT_STORED = 'The response could not be stored.';
