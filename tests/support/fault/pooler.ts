import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands for a pooler: it drops the settings that clients ask for at start, and keeps sessions when clients leave. */
export type Pooler = {
  /** The address of the database through it. */
  readonly url: string;
  /** The first value that each session responds with whose client has left. */
  readonly askSessions: (sql: string) => Promise<string[]>;
  readonly stop: () => Promise<void>;
};

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

export async function startPooler(url: string): Promise<Pooler> {
  const target = new URL(url);
  const all = new Set<Socket>();
  const left: Socket[] = [];
  const server = createServer((client) => {
    const session = connect(Number(target.port), target.hostname);
    for (const socket of [client, session]) all.add(socket.on('error', () => {}));
    client.once('data', (start: Buffer) => {
      session.write(withoutOptions(start));
      client.on('data', (chunk) => void session.write(withoutTermination(chunk)));
    });
    session.on('data', (chunk) => void client.write(chunk));
    client.once('close', () => left.push(session));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    askSessions: (sql) => Promise.all(left.map((session) => ask(session, sql))),
    stop: async () => {
      for (const socket of all) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A start-up packet: its length, the protocol, then names and values, each ended by a zero, and one zero more. */
function withoutOptions(packet: Buffer): Buffer {
  const texts = packet.subarray(8).toString().split('\0');
  const kept = texts.flatMap((name, i) =>
    i % 2 === 0 && name !== '' && name !== 'options' ? [name, texts[i + 1]] : [],
  );
  const body = Buffer.from(`${kept.join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length);
  packet.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}

const withoutTermination = (chunk: Buffer): Buffer =>
  chunk.subarray(-TERMINATE.length).equals(TERMINATE) ? chunk.subarray(0, -TERMINATE.length) : chunk;

async function ask(session: Socket, sql: string): Promise<string> {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.from([0x51, 0, 0, 0, 0]);
  head.writeInt32BE(4 + text.length, 1);
  session.write(Buffer.concat([head, text]));
  let response = Buffer.alloc(0);
  while (!response.subarray(-READY.length).equals(READY)) {
    const [chunk] = await once(session, 'data');
    response = Buffer.concat([response, chunk]);
  }
  // The row follows its description: type, length, number of values, length of the first value.
  const row = response.readInt32BE(1) + 1;
  return response.subarray(row + 11, row + 11 + response.readInt32BE(row + 7)).toString();
}
