import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** A keep-alive HTTP/1.1 connection with one request at a time, which uses as little CPU time as possible. */
export class Connection {
  #socket;
  /** @type {Buffer} */
  #received = Buffer.alloc(0);
  /** @type {(status: number) => void} */
  #onResponse = () => {};

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', () => this.#onResponse(0));
    socket.on('close', () => this.#onResponse(0));
  }

  /** @param {string} host @param {number} port */
  static async open(host, port) {
    const socket = connect(port, host);
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /**
   * @param {Buffer} request
   * @param {(status: number) => void} onResponse gets the status when the response is complete; 0 when the connection is lost
   */
  send(request, onResponse) {
    this.#onResponse = onResponse;
    this.#socket.write(request);
  }

  close() {
    this.#onResponse = () => {};
    this.#socket.destroy();
  }

  #receive(/** @type {Buffer} */ bytes) {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const status = statusOf(this.#received);
    if (status === null) return;
    this.#received = Buffer.alloc(0);
    this.#onResponse(status);
  }
}

/** The status of a response, or `null` while it is incomplete. */
function statusOf(/** @type {Buffer} */ received) {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  const isComplete = received.length >= headEnd + HEAD_END.length + Number(length?.[1]);
  return isComplete ? Number(head.slice(9, 12)) : null;
}
