import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { bundle } from '@/lib/build/bundle.mjs';
import { ROOT } from '@/lib/build/project.mjs';
import { createThreadedWebhookSender } from '@/lib/delivery/webhook-thread';
import type { WebhookSender } from '@/lib/ports/senders';
import { failed, messageTo, receiverOf, senderWith } from './network';

/** Sends in a thread: what it sends and how it judges is the same code as without one, which has its own tests. */

const folder = mkdtempSync(join(tmpdir(), 'webhook-thread-'));
const program = relative(ROOT, join(folder, 'program.mjs'));
beforeAll(() => bundle('lib/delivery/webhook-thread-program.ts', program));
afterAll(() => rmSync(folder, { recursive: true }));

const threaded = (allow: readonly string[] = ['127.0.0.1']) => {
  const sender = createThreadedWebhookSender({ allow, version: '1.2.3' }, program);
  onTestFinished(() => sender.close());
  return sender;
};

const SILENT = { otherwise: () => () => {} };

it.each([
  ['a response', (origin: string) => origin],
  ['a private address', () => 'http://127.0.0.2:1/'],
  ['a refused connection', () => 'http://127.0.0.1:1/'],
])('the result of %s is that of a sender without a thread', async (_, addressOf) => {
  const receiver = await receiverOf({
    otherwise: () => ({ status: 503, headers: { 'retry-after': '7' }, body: 'é' }),
  });
  const message = messageTo(addressOf(receiver.origin));
  const { address, body } = message;
  const [there, here] = [threaded(), senderWith()];
  const resultsOf = async (sender: WebhookSender) =>
    [await sender.postSigned(message), await sender.postDiscord({ address, body })].map((result) => ({
      ...result,
      tookMs: 0,
    }));
  const results = await resultsOf(there);
  expect(results).toEqual(await resultsOf(here));
  expect(results[0]).toMatchObject({ isDelivered: false, reason: expect.stringMatching(/./) });
  expect(there.judge(address)).toEqual(here.judge(address));
});

it('messages are sent at the same time, and each gets its own result', async () => {
  const receiver = await receiverOf();
  const sender = threaded();
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      sender.postSigned({
        ...messageTo(at % 2 === 0 ? receiver.origin : 'http://127.0.0.2:1/'),
        id: `evt_${at}`,
      }),
    ),
  );
  expect(results.map(({ isDelivered }) => isDelivered)).toEqual(results.map((_, at) => at % 2 === 0));
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(100);
});

it('close ends what is under way, with a result, and nothing is sent afterwards', async () => {
  const receiver = await receiverOf(SILENT);
  const sender = threaded();
  const underWay = sender.postSigned(messageTo(receiver.origin));
  await receiver.received(1);
  await sender.close();
  expect(await underWay).toEqual(failed('Botmeter was stopped.'));
  await expect(sender.postSigned(messageTo(receiver.origin))).rejects.toThrow(
    'The webhook sender is closed.',
  );
  expect(receiver.requests).toHaveLength(1);
});

it('a thread that fails rejects what is under way; the next message starts another', async () => {
  const receiver = await receiverOf(SILENT);
  const sender = threaded();
  const underWay = sender.postSigned(messageTo(receiver.origin));
  await receiver.received(1);
  const defect = sender.postSigned(null as never);
  await expect(underWay).rejects.toThrow('The webhook thread has ended.');
  await expect(defect).rejects.toThrow('The webhook thread has ended.');
  expect(await sender.postSigned(messageTo('http://127.0.0.2:1/'))).toEqual(failed('private or reserved'));
});

it.runIf(process.platform === 'linux')('only the thread has a lower priority', async () => {
  const before = getPriority();
  await threaded().postSigned(messageTo('http://127.0.0.2:1/'));
  const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
  expect(Math.max(...priorities)).toBe(Math.max(before, 10));
  expect(getPriority()).toBe(before);
});
