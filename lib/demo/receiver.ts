import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A receiver of webhooks on a free port of this machine, which prints what it gets. */
export type Receiver = { readonly host: string; readonly url: string; readonly close: () => void };

export async function startReceiver(print: (line: string) => void): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const { type, data } = JSON.parse(await text(request));
    print(`webhook received: ${type} ${JSON.stringify(data)}`);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/hooks`, close: () => server.close() };
}
