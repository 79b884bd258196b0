import type { ServerResponse } from 'node:http';

/** Far more than any form on the pages needs. */
const BODY_BYTES_MAX = 65_536;
/** Body bytes of unfinished requests, per client. */
const CLIENT_BYTES_MAX = 4 * 1_024 * 1_024;
const TOTAL_BYTES_MAX = 64 * 1_024 * 1_024;
/** Always allowed, whatever other clients send: enough for a small form such as the sign-in. */
const CLIENT_BYTES_MIN = 8_192;

/** The whole body, or why it is not read to its end. */
type Received = Buffer | 'too_large' | 'no_room';

const NO_BODY = Buffer.alloc(0);

/** Receives the bodies of requests for pages and limits their memory, per client and in total. */
export class RequestBodies {
  readonly #bytesByClient = new Map<string, number>();
  #bytes = 0;

  /**
   * Calls `done` once; never if the client leaves before. A body counts until the response is closed.
   */
  receive(response: ServerResponse, client: string, done: (received: Received) => void): void {
    const { headers } = response.req;
    const declared = Number(headers['content-length'] ?? 0);
    if (declared > BODY_BYTES_MAX) done('too_large');
    else if (declared > 0 || headers['transfer-encoding'] !== undefined) this.#read(response, client, done);
    else done(NO_BODY);
  }

  #read(response: ServerResponse, client: string, done: (received: Received) => void): void {
    const request = response.req;
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (received: Received) => {
      request.off('data', add).off('end', complete).pause();
      if (!response.closed) done(received);
    };
    const complete = () => finish(Buffer.concat(chunks));
    const add = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      this.#count(client, chunk.length);
      if (size > BODY_BYTES_MAX) finish('too_large');
      else if (!this.#hasRoom(client)) finish('no_room');
    };
    response.once('close', () => this.#count(client, -size));
    request.on('data', add).once('end', complete);
  }

  #hasRoom(client: string): boolean {
    const ofClient = this.#bytesByClient.get(client) ?? 0;
    return ofClient <= CLIENT_BYTES_MIN || (ofClient <= CLIENT_BYTES_MAX && this.#bytes <= TOTAL_BYTES_MAX);
  }

  #count(client: string, bytes: number): void {
    this.#bytes += bytes;
    const ofClient = (this.#bytesByClient.get(client) ?? 0) + bytes;
    if (ofClient === 0) this.#bytesByClient.delete(client);
    else this.#bytesByClient.set(client, ofClient);
  }
}
