import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../free-port.mjs';

/** A TCP proxy that forwards `port` to the target and can simulate network faults. */
export type TcpProxy = {
  readonly port: number;
  /** Resets every connection, and each new one until `restore`. */
  readonly reset: () => void;
  /** Keeps connections open and forwards nothing until `restore`, which delivers what was buffered. */
  readonly stall: () => void;
  /** Keeps connections open and drops all data from both sides until `restore`. */
  readonly blackhole: () => void;
  /** Delays all data from the target by `ms`, until `restore`. */
  readonly delay: (ms: number) => void;
  readonly restore: () => void;
  /** The number of round trips so far: each begins when the client sends first, or after the target has sent. */
  readonly roundTrips: () => number;
  readonly stop: () => Promise<void>;
};

/** A `DATABASE_URL` that connects through a proxy. */
export const proxied = (databaseUrl: string, { port }: Pick<TcpProxy, 'port'>): string =>
  Object.assign(new URL(databaseUrl), { port: String(port) }).href;

/** `onRoundTrip` is called at the start of each round trip with their number so far. */
export async function startTcpProxy(
  targetPort: number,
  onRoundTrip: (roundTrips: number) => void = () => {},
): Promise<TcpProxy> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let state: 'open' | 'reset' | 'stalled' | 'blackhole' = 'open';
  let delayMs = 0;
  let roundTrips = 0;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    if (state === 'stalled') socket.pause();
  };
  const forward = (from: Socket, to: Socket, isResponse: boolean) => {
    let isBlackholed = false;
    from.on('data', (chunk) => {
      // A stream with a gap is corrupt: once data was dropped, nothing after it is forwarded.
      isBlackholed ||= state === 'blackhole';
      if (isBlackholed) return;
      if (isResponse && delayMs > 0) setTimeout(() => to.write(chunk), delayMs);
      else to.write(chunk);
    });
    from.once('close', () => to.destroy());
    if (state === 'stalled') from.pause();
  };
  const server = createServer((client) => {
    if (state === 'reset') return void client.resetAndDestroy();
    const target = connect({ port: targetPort, host: '127.0.0.1' });
    for (const socket of [client, target]) track(socket);
    let isTargetsTurn = false;
    client.on('data', () => {
      if (!isTargetsTurn) onRoundTrip(++roundTrips);
      isTargetsTurn = true;
    });
    target.on('data', () => {
      isTargetsTurn = false;
    });
    forward(client, target, false);
    forward(target, client, true);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    roundTrips: () => roundTrips,
    reset: () => {
      state = 'reset';
      for (const socket of sockets) socket.resetAndDestroy();
    },
    stall: () => {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    blackhole: () => {
      state = 'blackhole';
    },
    delay: (ms) => {
      delayMs = ms;
    },
    restore: () => {
      state = 'open';
      delayMs = 0;
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
