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
  let state: 'whole' | 'cut' | 'hung' = 'whole';
  let roundTrips = 0;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    if (state === 'hung') socket.pause();
  };
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => to.write(chunk));
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
    pass(near, far);
    pass(far, near);
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
    mend: () => {
      state = 'whole';
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
