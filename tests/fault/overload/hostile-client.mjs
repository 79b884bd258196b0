import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';

/**
 * A hostile client in a process of its own: `node hostile-client.mjs KIND PORT COUNT PATH AGAIN_MS AUTHORIZATION`.
 * Keeps COUNT connections of one kind open, or as many as the server lets live, replacing each that ends; prints one
 * line as soon as COUNT have been opened, and on SIGTERM how many were opened in all and what came back, by status.
 */

const [, , kind = '', port = '', count = '', path = '/', againMs = '', authorization = ''] = process.argv;
const TICK_MS = 500;
/** How long each of the connections waits before it is replaced. */
const AGAIN_MS = Number(againMs);

const BODY_BYTES = 10_000_000;
const BODIES_PER_SECOND = 100;
const UNFINISHED_PER_SECOND = 40;
const PIECE = randomBytes(65_536);
const PIPELINED = 200_000;
const UNREAD_MAX_MS = 5_000;
/** @type {Buffer | undefined} */
let pipelined;

const head = (/** @type {string} */ method, /** @type {string[]} */ ...headers) =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: ${authorization}`, ...headers, ''].join(
    '\r\n',
  );

/**
 * What each kind does when its connection is open; `every` ticks as long as it lives.
 * @type {Record<string, (socket: import('node:net').Socket, every: (work: () => void) => void) => void>}
 */
const KINDS = {
  /** Sends nothing at all. */
  silent: () => {},
  /** Makes one request and stays. */
  idle: (socket) => socket.write(`${head('GET')}\r\n`),
  'slow-headers': (socket, every) => {
    socket.write(head('GET'));
    every(() => socket.write('X-Slow: 1\r\n'));
  },
  'slow-bodies': (socket, every) => {
    socket.write(`${head('POST', 'Content-Type: application/json', 'Content-Length: 16000')}\r\n`);
    every(() => socket.write(' '));
  },
  /** Asks for the same again and again and takes none of it. */
  'slow-readers': (socket, every) => {
    socket.pause();
    socket.write(`${head('GET')}\r\n`.repeat(10));
    // Who does not read learns by writing that the connection is closed. Empty lines before a request mean nothing.
    every(() => socket.write('\r\n'));
  },
  'big-bodies': (socket) => sendBody(socket),
  /** Sends the first byte of a body and no more. */
  unfinished: (socket) =>
    socket.write(`${head('POST', 'Content-Type: text/plain', 'Content-Length: 1000')}\r\nx`),
  /** Pipelines 200 000 requests, reads nothing and closes: at the latest when the server has not read for a while. */
  pipelining: (socket) => {
    socket.pause();
    pipelined ??= Buffer.from(`${head('GET')}\r\n`.repeat(PIPELINED));
    socket.setTimeout(UNREAD_MAX_MS, () => socket.destroy());
    socket.write(pipelined, () => socket.destroy());
  },
};

/** Kinds that open so many connections a second, whatever becomes of those before. */
const PER_SECOND = new Map([
  ['big-bodies', BODIES_PER_SECOND],
  ['unfinished', UNFINISHED_PER_SECOND],
]);

let opened = 0;
/** @type {Record<string, number>} */
const statuses = {};
/** @type {Set<import('node:net').Socket>} */
const sockets = new Set();
let isEnding = false;

function open() {
  if (isEnding) return;
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const every = (/** @type {() => void} */ work) => {
    timer = setInterval(work, TICK_MS);
  };
  socket.once('connect', () => {
    sockets.add(socket);
    if (++opened === Number(count)) process.stdout.write('open\n');
    KINDS[kind]?.(socket, every);
  });
  socket.on('data', (chunk) => {
    for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    sockets.delete(socket);
    if (!PER_SECOND.has(kind)) setTimeout(open, AGAIN_MS);
  });
}

/** One body, as fast as the server takes it; then the connection is done with. */
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

/** Reads one response after the other, as fast as they come, on each of COUNT connections. */
function loop() {
  const agent = new Agent({ keepAlive: true, maxSockets: Number(count) });
  const next = () => {
    if (isEnding) return;
    const asked = get({ host: '127.0.0.1', port: Number(port), path, agent }, (response) => {
      const status = String(response.statusCode);
      statuses[status] = (statuses[status] ?? 0) + 1;
      response.resume().once('close', next);
    });
    asked.once('error', () => setTimeout(next, AGAIN_MS));
    if (++opened === Number(count)) process.stdout.write('open\n');
  };
  for (let i = 0; i < Number(count); i++) next();
}

// Connections of which nothing is read would not keep the process alive.
setInterval(() => {}, 60_000);

process.once('SIGTERM', () => {
  isEnding = true;
  process.stdout.write(`${JSON.stringify({ opened, alive: sockets.size, statuses })}\n`, () =>
    process.exit(0),
  );
});

const perSecond = PER_SECOND.get(kind);
if (kind === 'looping') loop();
else if (perSecond !== undefined) setInterval(open, 1_000 / perSecond);
else for (let i = 0; i < Number(count); i++) open();
