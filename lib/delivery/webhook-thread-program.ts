// The thread of webhook-thread.ts: sends each message, and answers with the result.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { PostResult } from '@/lib/ports/senders';
import { createWebhookSender } from './webhook-sender';
import type { ThreadRequest } from './webhook-thread';

// Calls come first. Elsewhere than on Linux this would be the priority of the whole process.
if (process.platform === 'linux') {
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
}

const sender = createWebhookSender({
  ...workerData,
  nowMs: Date.now,
  monotonicMs: () => performance.now(),
});
const underWay = new Set<Promise<void>>();

parentPort?.on('message', ({ id, ...request }: ThreadRequest & { readonly id: number }) => {
  if (request.kind === 'close') return void close(id);
  const answer = async () => parentPort?.postMessage({ id, result: await post(request) });
  // An error of the sender itself ends the thread, and so rejects all that is under way.
  const end = answer().then(() => void underWay.delete(end));
  underWay.add(end);
});

function post(request: Exclude<ThreadRequest, { kind: 'close' }>): Promise<PostResult> {
  return request.kind === 'signed' ? sender.postSigned(request.message) : sender.postDiscord(request.message);
}

async function close(id: number): Promise<void> {
  await sender.close();
  await Promise.all(underWay);
  parentPort?.postMessage({ id, result: null });
}
