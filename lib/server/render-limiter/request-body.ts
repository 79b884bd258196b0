import type { IncomingMessage, ServerResponse } from 'node:http';

/** Far more than any form on the pages needs. */
const BODY_BYTES_MAX = 65_536;
/** What a request must be able to buffer before it is read: the `highWaterMark` of the server. */
export const BODY_BUFFER_BYTES = BODY_BYTES_MAX + 1;
/** Body bytes of unfinished requests, per client. */
const CLIENT_BYTES_MAX = 4 * 1_024 * 1_024;
const TOTAL_BYTES_MAX = 64 * 1_024 * 1_024;
/** Always allowed, whatever other clients send: enough for a small form such as the sign-in. */
const CLIENT_BYTES_MIN = 8_192;

/** `complete`: the whole body can be read. Otherwise the rest of it is not read. */
export type BodyOutcome = 'complete' | 'too_large' | 'no_room';

/** Buffers request bodies for pages and limits their memory, per client and in total. */
export class RequestBodies {
  readonly #bytesByClient = new Map<string, number>();
  #bytes = 0;

  /** Calls `done` once the body is complete or refused; never if the client leaves before. */
  receive(response: ServerResponse, client: string, done: (received: BodyOutcome) => void): void {
    const { headers } = response.req;
    const declared = Number(headers['content-length'] ?? 0);
    if (declared > BODY_BYTES_MAX) done('too_large');
    else if (declared > 0 || headers['transfer-encoding'] !== undefined) this.#await(response, client, done);
    else done('complete');
  }

  /**
   * Does not read the stream, because Next refuses a request whose body was partly read. Node's parser pushes the
   * body into the request's buffer, which holds BODY_BUFFER_BYTES.
   */
  #await(response: ServerResponse, client: string, done: (received: BodyOutcome) => void): void {
    const request: IncomingMessage = response.req;
    let size = 0;
    const count = (bytes: number) => {
      size += bytes;
      this.#count(client, bytes);
    };
    response.once('close', () => this.#count(client, -size));
    // Pipelined requests waited for each other, so part of the body may be buffered already.
    count(request.readableLength);
    if (size > BODY_BYTES_MAX) return void done('too_large');
    if (request.complete) return void done('complete');
    const push = request.push.bind(request);
    const finish = (received: BodyOutcome) => {
      request.push = push;
      done(received);
    };
    request.push = (chunk: Buffer | null) => {
      const isMoreWanted = push(chunk);
      if (chunk === null) finish('complete');
      else {
        count(chunk.length);
        if (size > BODY_BYTES_MAX) finish('too_large');
        else if (!this.#hasRoom(client)) finish('no_room');
      }
      return isMoreWanted;
    };
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
