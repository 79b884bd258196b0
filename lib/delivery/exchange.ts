import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { DeliveryFailure } from './failure';

/** A response, as far as it is read. */
export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The first RESPONSE_BYTES_MAX of the body. */
  readonly body: Buffer;
  /** The IP address that it came from. */
  readonly address: string;
};

const RESPONSE_BYTES_MAX = 1_024;
/** Responses 100 to 199 before the response; each may have a header of its own. */
const INFORMATION_MAX = 4;

export type End = (failure: DeliveryFailure) => void;

/**
 * Sends a request and reads its response within bounds. `end` makes it fail; if its response has begun, only that ends
 * early.
 */
export function exchange(
  request: ClientRequest,
  body: string,
): { readonly reply: Promise<Reply>; readonly end: End } {
  let end: End = () => {};
  const reply = new Promise<Reply>((resolve, reject) => {
    let hasBegun = false;
    let information = 0;
    const fail = (error: Error) => {
      // Else it is the response that was cut off, which counts by its status.
      if (!hasBegun) reject(error);
    };
    end = (failure) => {
      request.destroy(failure);
      fail(failure);
    };
    request.on('information', () => {
      information++;
      if (information > INFORMATION_MAX) end(new DeliveryFailure('The response never began.'));
    });
    request.once('upgrade', (_, socket) => {
      // Nobody listens to its errors any more: first, and without one.
      socket.destroy();
      end(new DeliveryFailure('The receiver asked for another protocol.'));
    });
    request.once('response', (response) => {
      hasBegun = true;
      const { statusCode: status = 0, headers, socket } = response;
      const address = socket.remoteAddress ?? '';
      onFirstBytes(response, (body) => resolve({ status, headers, body, address }));
    });
    request.on('error', fail);
    request.end(body);
  });
  return { reply, end };
}

/** Calls `done` with what came of the body, also if it was cut off; a long one is cut off by closing the connection. */
function onFirstBytes(response: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let left = RESPONSE_BYTES_MAX;
  response.on('data', (bytes: Buffer) => {
    if (left > 0) chunks.push(bytes.subarray(0, left));
    left -= bytes.length;
    if (left <= 0) response.destroy();
  });
  // If it was cut off, the status decides.
  response.on('error', () => {});
  response.once('close', () => done(Buffer.concat(chunks)));
}
