import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = '0\r\n\r\n';

/** One kept-alive HTTP/1.1 connection, one request at a time: little more than writing and reading bytes. */
export class Connection {
  #socket;
  /** @type {Buffer} */
  #received = Buffer.alloc(0);
  /** @type {(status: number) => void} */
  #onAnswer = () => {};

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', () => this.#onAnswer(0));
    socket.on('close', () => this.#onAnswer(0));
  }

  /** @param {string} host @param {number} port */
  static async open(host, port) {
    const socket = connect(port, host);
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /**
   * @param {Buffer} request
   * @param {(status: number) => void} onAnswer told the status once the answer is whole; 0 when the connection is lost
   */
  send(request, onAnswer) {
    this.#onAnswer = onAnswer;
    this.#socket.write(request);
  }

  close() {
    this.#onAnswer = () => {};
    this.#socket.destroy();
  }

  #receive(/** @type {Buffer} */ bytes) {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const status = wholeAnswer(this.#received);
    if (status === null) return;
    this.#received = Buffer.alloc(0);
    this.#onAnswer(status);
  }
}

/** The status of an answer, or `null` while some of it is still to come. */
function wholeAnswer(/** @type {Buffer} */ received) {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  const isWhole =
    length === null
      ? received.toString('latin1', Math.max(0, received.length - LAST_CHUNK.length)) === LAST_CHUNK
      : received.length >= headEnd + HEAD_END.length + Number(length[1]);
  return isWhole ? Number(head.slice(9, 12)) : null;
}
