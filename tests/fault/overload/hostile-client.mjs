import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';

/**
 * A hostile client in a process of its own: `node hostile-client.mjs OPTIONS`, as JSON (hostile.ts). Keeps `count`
 * connections of one kind open and reopens each that is closed after about `reopenMs`; they take `targets` in turn. Prints a
 * line when `count` have been opened, and on SIGTERM the number opened in total and of responses by status.
 */

/** @type {{ kind: string, port: number, count: number, reopenMs: number, targets: import('./hostile').Target[] }} */
const { kind, port, count, reopenMs, targets } = JSON.parse(process.argv[2] ?? '');
let taken = 0;
const nextTarget = () => targets[taken++ % targets.length] ?? { path: '/' };
const TICK_MS = 500;

const BODY_BYTES = 10_000_000;
const BODIES_PER_SECOND = 100;
/** A second's worth: a machine too busy to refuse so many in a second would get ever more of them. */
const BODIES_MAX = BODIES_PER_SECOND;
let connections = 0;
const UNFINISHED_PER_SECOND = 40;
const PIECE = randomBytes(65_536);
const PIPELINED = 200_000;
const UNREAD_MAX_MS = 5_000;
/** @type {Buffer | undefined} */
let pipelined;

const HANG_UP_MS = 100;
/** Between the requests of a client that is many, but not in a hurry. */
const PARALLEL_PAUSE_MS = 1_000;

function head(/** @type {string} */ method, /** @type {string[]} */ ...more) {
  const { path, headers = {} } = nextTarget();
  const own = Object.entries({ Host: 'localhost', Origin: 'http://localhost', ...headers });
  const lines = own.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, ...more, ''].join('\r\n');
}

/**
 * What each kind does on a new connection; `every` repeats work until it is closed.
 * @type {Record<string, (socket: import('node:net').Socket, every: (work: () => void) => void) => void>}
 */
const KINDS = {
  /** Sends nothing at all. */
  silent: () => {},
  /** Sends one request and keeps the connection. */
  idle: (socket) => socket.write(`${head('GET')}\r\n`),
  'slow-headers': (socket, every) => {
    socket.write(head('GET'));
    every(() => socket.write('X-Slow: 1\r\n'));
  },
  'slow-bodies': (socket, every) => {
    socket.write(`${head('POST', 'Content-Type: application/json', 'Content-Length: 16000')}\r\n`);
    every(() => socket.write(' '));
  },
  /** Sends several requests and reads no response. */
  'slow-readers': (socket, every) => {
    socket.pause();
    socket.write(`${head('GET')}\r\n`.repeat(10));
    // Only a write detects that the server closed the connection. The server ignores empty lines before a request.
    every(() => socket.write('\r\n'));
  },
  /** Sends one request and hangs up while it is served. */
  'hang-ups': (socket) => {
    socket.write(`${head('GET')}\r\n`);
    setTimeout(() => socket.destroy(), HANG_UP_MS);
  },
  'big-bodies': (socket) => sendBody(socket),
  /** Sends the first byte of a body and no more. */
  unfinished: (socket) =>
    socket.write(`${head('POST', 'Content-Type: text/plain', 'Content-Length: 1000')}\r\nx`),
  /** Pipelines 200 000 requests, reads nothing, and closes when they are sent or the server stops reading. */
  pipelining: (socket) => {
    socket.pause();
    pipelined ??= Buffer.from(`${head('GET')}\r\n`.repeat(PIPELINED));
    socket.setTimeout(UNREAD_MAX_MS, () => socket.destroy());
    socket.write(pipelined, () => socket.destroy());
  },
};

/** Kinds that open new connections at a fixed rate. */
const PER_SECOND = new Map([
  ['big-bodies', BODIES_PER_SECOND],
  ['unfinished', UNFINISHED_PER_SECOND],
]);

let opened = 0;
/** @type {Record<string, number>} */
const statuses = {};
let isEnding = false;

function open() {
  if (isEnding || (kind === 'big-bodies' && connections >= BODIES_MAX)) return;
  connections++;
  const socket = connect({ port: port, host: '127.0.0.1' });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const every = (/** @type {() => void} */ work) => {
    timer = setInterval(work, TICK_MS);
  };
  socket.once('connect', () => {
    if (++opened === count) process.stdout.write('open\n');
    KINDS[kind]?.(socket, every);
  });
  socket.on('data', (chunk) => {
    for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    connections--;
    clearInterval(timer);
    // Out of step: those that were closed together would otherwise all come back within a few milliseconds.
    if (!PER_SECOND.has(kind)) setTimeout(open, reopenMs * (0.5 + Math.random()));
  });
}

/** Sends one body as fast as the server reads it, then ends the connection. */
function sendBody(/** @type {import('node:net').Socket} */ socket) {
  socket.write(`${head('POST', 'Content-Type: application/json', `Content-Length: ${BODY_BYTES}`)}\r\n`);
  let left = BODY_BYTES;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      const piece = PIECE.subarray(0, left);
      left -= piece.length;
      if (!socket.write(piece)) return void socket.once('drain', more);
    }
    socket.end();
  };
  more();
}

/** Sends one request after the other on each of `count` connections. */
function loop() {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const next = () => {
    if (isEnding) return;
    const sent = get({ host: '127.0.0.1', port, agent, ...nextTarget() }, (response) => {
      const status = String(response.statusCode);
      statuses[status] = (statuses[status] ?? 0) + 1;
      response
        .resume()
        .once('close', () => (kind === 'parallel' ? setTimeout(next, PARALLEL_PAUSE_MS) : next()));
    });
    sent.once('error', () => setTimeout(next, reopenMs));
    if (++opened === count) process.stdout.write('open\n');
  };
  for (let i = 0; i < count; i++) next();
}

// Paused connections do not keep the process alive.
setInterval(() => {}, 60_000);

process.once('SIGTERM', () => {
  isEnding = true;
  process.stdout.write(`${JSON.stringify({ opened, statuses })}\n`, () => process.exit(0));
});

const perSecond = PER_SECOND.get(kind);
if (kind === 'looping' || kind === 'parallel') loop();
else if (perSecond !== undefined) setInterval(open, 1_000 / perSecond);
else for (let i = 0; i < count; i++) open();
