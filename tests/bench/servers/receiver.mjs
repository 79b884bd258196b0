import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/certificate.mjs';
import { HOST } from './process.mjs';

/**
 * A process with a receiver of webhooks. `prompt` responds at once, `hang` never, `drip` with a byte a second, `flood` with
 * as much as the sender takes. Sends its port, and on request what has arrived since the last one.
 */
const [, , kind = '', scheme = ''] = process.argv;
/** @type {import('../load/receivers.mjs').Arrival[]} */
let arrivals = [];
const MEGABYTE = Buffer.alloc(2 ** 20);

/** @type {Record<string, (response: import('node:http').ServerResponse) => void>} */
const RESPOND = {
  prompt: (response) => void response.writeHead(204).end(),
  hang: () => {},
  drip(response) {
    const timer = setInterval(() => response.write('x'), 1_000);
    response.on('close', () => clearInterval(timer));
  },
  flood(response) {
    const more = () => {
      while (!response.destroyed && response.write(MEGABYTE));
    };
    response.on('drain', more);
    more();
  },
};

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function receive(request, response) {
  const { data } = JSON.parse(await text(request));
  arrivals.push({ botId: data.botId, atMs: Date.now() });
  RESPOND[kind]?.(response);
}
const listener = (
  /** @type {import('node:http').IncomingMessage} */ request,
  /** @type {import('node:http').ServerResponse} */ response,
) => void receive(request, response).catch(() => response.destroy());

const server =
  scheme === 'https'
    ? createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, listener)
    : createServer(listener);
server.listen(0, HOST, () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.on('message', () => {
  process.send?.(arrivals);
  arrivals = [];
});
process.on('disconnect', () => process.exit(0));
