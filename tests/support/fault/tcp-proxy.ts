import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../process/service';

/** A wire that can be cut: whatever comes in on `port` goes to the target and back, as long as it is let. */
export type Wire = {
  readonly port: number;
  /** Resets every connection and lets no new one through until `mend`. */
  readonly cut: () => void;
  /** Keeps every connection open, takes new ones, and passes nothing on until `mend`; then what was held goes on. */
  readonly hang: () => void;
  /** Keeps every connection open and lets whatever comes from either side vanish, until `mend`. */
  readonly swallow: () => void;
  /** Brings what comes from the target so much later, until `mend`. */
  readonly slow: (ms: number) => void;
  readonly mend: () => void;
  /** How often the near side has spoken after the far one, or first, so far. */
  readonly roundTrips: () => number;
  readonly stop: () => Promise<void>;
};

/** `onRoundTrip` hears of each, with their number so far. */
export async function startWire(
  targetPort: number,
  onRoundTrip: (roundTrips: number) => void = () => {},
): Promise<Wire> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'hung' | 'deaf' = 'whole';
  let laterMs = 0;
  let roundTrips = 0;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    if (state === 'hung') socket.pause();
  };
  const pass = (from: Socket, to: Socket, isAnswer: boolean) => {
    let isDeaf = false;
    from.on('data', (chunk) => {
      // What is cut out of a stream cannot be made good: nothing that comes after it is passed on either.
      isDeaf ||= state === 'deaf';
      if (isDeaf) return;
      if (isAnswer && laterMs > 0) setTimeout(() => to.write(chunk), laterMs);
      else to.write(chunk);
    });
    from.once('close', () => to.destroy());
    if (state === 'hung') from.pause();
  };
  const server = createServer((near) => {
    if (state === 'cut') return void near.resetAndDestroy();
    const far = connect({ port: targetPort, host: '127.0.0.1' });
    for (const socket of [near, far]) track(socket);
    let isFarsTurn = false;
    near.on('data', () => {
      if (!isFarsTurn) onRoundTrip(++roundTrips);
      isFarsTurn = true;
    });
    far.on('data', () => {
      isFarsTurn = false;
    });
    pass(near, far, false);
    pass(far, near, true);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    roundTrips: () => roundTrips,
    cut: () => {
      state = 'cut';
      for (const socket of sockets) socket.resetAndDestroy();
    },
    hang: () => {
      state = 'hung';
      for (const socket of sockets) socket.pause();
    },
    swallow: () => {
      state = 'deaf';
    },
    slow: (ms) => {
      laterMs = ms;
    },
    mend: () => {
      state = 'whole';
      laterMs = 0;
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
