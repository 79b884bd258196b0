import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGuard } from '@/lib/delivery/guard';
import { createHttpPost } from '@/lib/delivery/http-post';
import { TEST_CERTIFICATE } from '@/tests/support/certificate.mjs';
import { freePort } from '@/tests/support/free-port.mjs';
import { failed, messageTo, receiverOf, senderWith } from './network';

const CLOSED = 'closed before a response';
const reset = (response: ServerResponse) => void response.socket?.resetAndDestroy();
const raw = (text: string) => (response: ServerResponse) => void response.socket?.write(text);
const rawEnd = (text: string) => (response: ServerResponse) => void response.socket?.end(text);

/** Sends a byte every few milliseconds until the connection is closed; resolves when there were a few. */
function drip(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0;
    const timer = setInterval(() => {
      response.write('x');
      sent++;
      if (sent === 5) resolve();
    }, 2);
    response.once('close', () => clearInterval(timer)).writeHead(200);
  });
}

function setEnv(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('a receiver that misbehaves is a failure in one sentence', () => {
  it.each([
    ['resets', reset, CLOSED],
    ['hangs up', rawEnd(''), CLOSED],
    [
      'switches protocols',
      raw('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'another protocol',
    ],
    ['sends no HTTP', raw('garbage\r\n\r\n'), 'not valid HTTP'],
    [
      'sends a huge header',
      raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
      'header .* too large',
    ],
    ['never stops announcing', raw('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)), 'never began'],
  ])('one that %s', async (_, script, reason) => {
    const receiver = await receiverOf();
    receiver.respondNext(script);
    expect(await senderWith().postSigned(messageTo(receiver.origin))).toEqual(failed(reason));
    expect(receiver.requests).toHaveLength(1);
  });

  it('one that is not there', async () => {
    const address = `http://127.0.0.1:${await freePort()}/secret`;
    expect(await senderWith().postSigned(messageTo(address))).toEqual(
      failed(/^The connection was refused\.$/),
    );
    const resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    const unknown = await senderWith({ resolve }).postSigned(messageTo('https://nowhere.test/secret'));
    expect(unknown).toEqual(failed(/^The host name could not be resolved\.$/));
    expect(await senderWith().postSigned(messageTo('nonsense'))).toEqual(failed(/^The request failed\.$/));
  });

  it.each([
    ['responds nothing', () => {}, null],
    ['sends half a header', raw('HTTP/1.1 200 OK\r\nX: '), null],
    ['sends a byte from time to time', drip, 200],
  ])('one that %s is left after 15 s', async (_, script, status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const receiver = await receiverOf();
    const begun = new Promise<void>((resolve) => {
      receiver.respondNext(async (response) => {
        await script(response);
        resolve();
      });
    });
    const whenOver = vi.fn();
    const posted = senderWith().postSigned(messageTo(receiver.origin));
    void posted.then(whenOver);
    await begun;
    vi.advanceTimersByTime(14_999);
    await new Promise(setImmediate);
    expect(whenOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    const reason = status === null ? 'No response within 15 s.' : '';
    expect(await posted).toMatchObject({ isDelivered: status === 200, status, reason });
  });

  it('one that hangs up within its response is judged by the status', async () => {
    const receiver = await receiverOf();
    receiver.respondNext((response) => {
      response.writeHead(200, { 'content-length': '9' }).write('part');
      response.socket?.end();
    });
    const result = await senderWith().postSigned(messageTo(receiver.origin));
    expect(result).toMatchObject({ isDelivered: true, status: 200, response: 'part' });
  });

  it('one that sends without end is left after 1 kB', async () => {
    const receiver = await receiverOf();
    let sentBytes = 0;
    const closed = new Promise((resolve) => {
      receiver.respondNext(async (response) => {
        response.once('close', resolve).writeHead(200);
        const chunk = 'x'.repeat(65_536);
        while (!response.destroyed) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
        }
      });
    });
    const result = await senderWith().postSigned(messageTo(receiver.origin));
    expect(result).toMatchObject({ isDelivered: true, response: 'x'.repeat(1_024) });
    await closed;
    expect(sentBytes).toBeLessThan(16 * 2 ** 20);
  });
});

describe('a connection', () => {
  it('is kept for the next request; if it was closed meanwhile, another one is opened', async () => {
    const receiver = await receiverOf();
    const sender = senderWith();
    for (const _ of [1, 2]) await sender.postSigned(messageTo(receiver.origin));
    expect(receiver.connections()).toBe(1);
    receiver.respondNext(reset);
    expect(await sender.postSigned(messageTo(receiver.origin))).toMatchObject({ isDelivered: true });
    expect([receiver.connections(), receiver.requests.length]).toEqual([2, 4]);
  });

  it('goes to an address of those that are resolved once for it', async () => {
    const receiver = await receiverOf();
    const lookups = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2', '127.0.0.1']];
    const sender = senderWith({ resolve: async () => lookups.shift() ?? [] });
    const message = messageTo(`http://changes.test:${receiver.port}/`);
    receiver.respondNext({ status: 200, headers: { connection: 'close' } });
    expect(await sender.postSigned(message)).toMatchObject({ isDelivered: true });
    expect(await sender.postSigned(message)).toEqual(failed('private or reserved'));
    expect(await sender.postSigned(message)).toMatchObject({ isDelivered: true });
    expect(lookups).toEqual([]);
  });

  it.each(['http', 'https'])(
    'is judged by its address before anything is sent on it, with %s',
    async (scheme) => {
      const receiver = await receiverOf({ isTls: scheme === 'https' });
      const { refusal } = createGuard([]);
      let judged = 0;
      // The two questions about the resolved address are answered as if it were another.
      const guard = {
        refusal: (...of: Parameters<typeof refusal>) => (judged++ < 2 ? null : refusal(...of)),
        earlyRefusal: () => null,
        isNamed: () => false,
      };
      const resolve = async () => ['127.0.0.1'];
      const { post } = createHttpPost({ guard, resolve, timeLimitMs: 1_000, ca: TEST_CERTIFICATE });
      const address = new URL(`${scheme}://receiver.test:${receiver.port}`);
      await expect(post(address, {}, '{}')).rejects.toThrow('private or reserved');
      expect(receiver.requests).toEqual([]);
    },
  );

  it('leads to the receiver itself, not to a proxy', async () => {
    const [receiver, proxy] = [await receiverOf(), await receiverOf()];
    setEnv({
      HTTP_PROXY: proxy.origin,
      http_proxy: proxy.origin,
      ALL_PROXY: proxy.origin,
      NODE_USE_ENV_PROXY: '1',
    });
    await senderWith().postSigned(messageTo(receiver.origin));
    expect([receiver.requests.length, proxy.connections()]).toEqual([1, 0]);
  });

  it('with TLS needs a certificate for the host from a known authority', async () => {
    const [receiver, plain] = [await receiverOf({ isTls: true }), await receiverOf()];
    setEnv({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    const resolve = async () => ['127.0.0.1'];
    const named = (name: string, { port } = receiver) => messageTo(`https://${name}:${port}/`);
    const trusting = senderWith({ ca: TEST_CERTIFICATE, resolve });
    expect(await trusting.postSigned(named('receiver.test'))).toMatchObject({ isDelivered: true });
    expect(await trusting.postSigned(named('other.test'))).toEqual(failed('for another host'));
    expect(await trusting.postSigned(named('receiver.test', plain))).toEqual(failed('TLS connection failed'));
    expect(await senderWith({ resolve }).postSigned(named('receiver.test'))).toEqual(
      failed('known authority'),
    );
    expect(receiver.requests).toHaveLength(1);
  });

  it('ends with its sender', async () => {
    const receiver = await receiverOf();
    receiver.respondNext(() => {});
    const sender = senderWith();
    const posted = sender.postSigned(messageTo(receiver.origin));
    await receiver.received(1);
    await sender.close();
    expect(await posted).toEqual(failed('Botmeter was stopped.'));
    expect(await sender.postSigned(messageTo(receiver.origin))).toEqual(failed('Botmeter was stopped.'));
    expect(receiver.requests).toHaveLength(1);
  });
});
