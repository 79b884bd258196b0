import { expect, it } from 'vitest';
import { TIME_LIMIT_MS } from '@/lib/delivery/webhook-sender';
import { CLAIM_MS, CLAIMED_MAX, WEBHOOK_LEASE_MS } from '@/lib/domain/alerts/delivery';
import type { PostResult } from '@/lib/ports/senders';
import { sendClaimed } from '@/lib/services/deliveries/send';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { OTHER_PORTS } from '@/tests/support/data/ports';
import { DELIVERED, failed } from '@/tests/support/data/scripted-webhooks';

/** The ids of what is sent of a full claim to a receiver that takes `tookMs` for each, with this clock from `fromMs` on. */
async function sentIn(tookMs: number, { fromMs = 0, answer = (_: number): PostResult => DELIVERED } = {}) {
  let nowMs = fromMs;
  let sent = 0;
  const data = { botId: BOT_ID, botName: 'TestBot' };
  const events = Array.from({ length: CLAIMED_MAX }, (_, i) => {
    const moment = { period: String(i), atMs: T0, dueAtMs: T0 };
    return { id: String(i), type: 'bot.enabled' as const, ...moment, data };
  });
  const webhook = { webhookId: 'hook', botId: BOT_ID, sealedAddress: '', timeZone: 'UTC' };
  const opened = { kind: 'signed' as const, address: 'https://hook.example.org', secrets: ['secret'] };
  const webhooks = {
    ...OTHER_PORTS.webhooks,
    postSigned: async () => {
      nowMs += tookMs;
      return answer(sent++);
    },
  };
  const options = { origin: null, monotonicMs: () => nowMs, signal: new AbortController().signal };
  const all = await sendClaimed({ webhooks }, { ...webhook, ...opened, events }, options);
  return all.flatMap(({ eventIds }) => eventIds);
}

it('no request begins after the time for that in a claim, whenever it began', async () => {
  expect(await sentIn(1)).toHaveLength(CLAIMED_MAX);
  expect(await sentIn(CLAIM_MS / 4, { fromMs: 12_345 })).toEqual(['0', '1', '2', '3']);
  // The first one may take as long as a request may.
  expect(await sentIn(10 * CLAIM_MS)).toEqual(['0']);
});

it('the last request of a claim has ended, at the latest, before another instance may claim the webhook', () => {
  expect(CLAIM_MS + TIME_LIMIT_MS).toBeLessThan(WEBHOOK_LEASE_MS);
});

it('no request follows one that failed', async () => {
  const answer = (at: number) => (at === 2 ? failed(500) : DELIVERED);
  expect(await sentIn(1, { answer })).toEqual(['0', '1', '2']);
});
